import { isUtf8 } from '../utf8.ts';
import { viewOf } from '../view-of.ts';
import type { SolanaAccount, SolanaTransfer } from './solana-transaction.ts';

export const systemProgram = '11111111111111111111111111111111';

const transfer = 2;
const transferWithSeed = 11;

/**
 * Reads the transfer that an instruction of the System Program makes, if it is a Transfer or a TransferWithSeed.
 *
 * The program ignores bytes and accounts beyond those that it needs, so both may follow.
 */
export function readSystemTransfer(data: Uint8Array, accounts: readonly SolanaAccount[]): readonly SolanaTransfer[] {
  if (data.length < 12) return [];
  const view = viewOf(data);
  const kind = view.getUint32(0, true);
  const amount = view.getBigUint64(4, true);
  const [from, second, third] = accounts;
  const to = kind === transfer ? second : kind === transferWithSeed && hasSeed(view, data) ? third : undefined;
  return from && to ? [{ from: from.accountKey, to: to.accountKey, amount }] : [];
}

/** Tells whether a seed follows the amount, in UTF-8 and after its length, and then the key of an owner. */
function hasSeed(view: DataView, data: Uint8Array): boolean {
  if (data.length < 20) return false;
  const end = 20n + view.getBigUint64(12, true);
  return end + 32n <= data.length && isUtf8(data.subarray(20, Number(end)));
}
