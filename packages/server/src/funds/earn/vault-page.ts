import type { PageInfo, PaginationOptions } from '@mintmark/schema/fields/pagination';
import type { z } from 'zod';
import { ApiError } from '../../core/model/api-error.ts';
import type { VaultFacts } from '../../core/ports/earn.ts';
import { readCursors } from '../../core/requests/read-page.ts';

/** The place of a vault in the list: by its value, and vaults of the same value by their addresses. */
type Place = Pick<VaultFacts, 'totalAssets' | 'address'>;

interface Page {
  readonly vaults: readonly VaultFacts[];
  readonly pageInfo: z.output<typeof PageInfo>;
}

/** Negative if the first one is earlier in the list. */
function compare(one: Place, other: Place): number {
  if (one.totalAssets !== other.totalAssets) return one.totalAssets > other.totalAssets ? -1 : 1;
  return one.address < other.address ? -1 : Number(one.address > other.address);
}

/**
 * One page of vaults, largest first. All have the same asset, so that the order of raw values is that of their values in dollars.
 * A cursor names a place and not a vault: vaults whose value changed between two pages may be missing or there twice.
 */
export function pageOf(facts: readonly VaultFacts[], options?: z.output<typeof PaginationOptions>): Page {
  const { after, before, limit } = readCursors(options);
  const sorted = facts.toSorted(compare);
  const start = after === undefined ? 0 : firstWhere(sorted, readCursor(after), 1);
  const end = before === undefined ? sorted.length : firstWhere(sorted, readCursor(before), 0);
  // The page before a cursor consists of the nearest ones.
  const isUpwards = before !== undefined && after === undefined;
  const from = isUpwards ? Math.max(start, end - limit) : start;
  const to = isUpwards ? end : Math.min(end, start + limit);
  const vaults = sorted.slice(from, to);
  const [first, last] = [vaults[0], vaults.at(-1)];
  return {
    vaults,
    pageInfo: {
      hasNextPage: first !== undefined && to < sorted.length,
      hasPreviousPage: first !== undefined && from > 0,
      ...(first && last && { startCursor: cursorOf(first), endCursor: cursorOf(last) }),
    },
  };
}

/** The index of the first vault at a place or after it: with `least` 1, only after it. */
function firstWhere(sorted: readonly VaultFacts[], place: Place, min: 0 | 1): number {
  const index = sorted.findIndex((vault) => compare(vault, place) >= min);
  return index === -1 ? sorted.length : index;
}

const cursorOf = ({ totalAssets, address }: Place): string =>
  Buffer.from(`1.${totalAssets}.${address}`).toString('base64url');

function readCursor(cursor: string): Place {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, totalAssets, address] = /^1\.(\d{1,78})\.(0x[0-9a-fA-F]{40})$/.exec(text) ?? [];
  if (totalAssets === undefined || address === undefined) throw new ApiError('INVALID_CURSOR');
  return { totalAssets: BigInt(totalAssets), address };
}
