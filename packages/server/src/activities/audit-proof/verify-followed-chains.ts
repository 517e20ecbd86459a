import { type Authenticated, type RowMacs, rowName } from '../../core/authority/row-macs.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { followedChainsTable } from '../../funds/history/followed-chains-table.ts';
import type { Sql } from '../../storage/store/database.ts';

/** Verifies that the service wrote how far each chain was followed. No chain of entries names it, so an older position is not revealed. */
export async function verifyFollowedChains(
  sql: Sql,
  macs: RowMacs,
  report: (subject: string, problem: string) => void,
): Promise<void> {
  const rows = await sql<Authenticated<RowOf<typeof followedChainsTable>>[]>`
    select * from followed_chains order by caip2`;
  for (const row of rows)
    if (!macs.isGenuine(followedChainsTable, row))
      report(rowName(followedChainsTable, row), 'was not written by this service');
}
