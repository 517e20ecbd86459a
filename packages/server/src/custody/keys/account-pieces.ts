import type { AccountPath } from '../tasks/derive-wallet.ts';

/** Each takes up to 0.3 ms, so a piece takes a few milliseconds. */
const maxSteps = 24;

/** Cuts accounts to derive into pieces that take about the same time. A single long path is not cut. */
export function accountPieces(accounts: readonly AccountPath[]): AccountPath[][] {
  const pieces: AccountPath[][] = [];
  /** The last path of each curve in the piece. Its parents are known. */
  const last = new Map<string, readonly string[]>();
  let steps = Number.POSITIVE_INFINITY;
  for (const account of accounts) {
    const path = account.path.split('/').slice(1);
    let own = path.length - sharedBy(path, last.get(account.curve) ?? []);
    if (steps + own > maxSteps) {
      last.clear();
      pieces.push([]);
      steps = 0;
      own = path.length;
    }
    pieces.at(-1)?.push(account);
    last.set(account.curve, path);
    steps += own;
  }
  return pieces;
}

/** How many parents two paths share. */
function sharedBy(path: readonly string[], other: readonly string[]): number {
  const max = Math.min(path.length, other.length) - 1;
  let shared = 0;
  while (shared < max && path[shared] === other[shared]) shared++;
  return shared;
}
