import { type DirectoryEntry, directoryEntries } from '../../core/authority/directory.ts';
import { type Authenticated, type RowMacs, rowMark, rowName } from '../../core/authority/row-macs.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { AuthenticatedTable } from '../../core/tables/define-table.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import type { Sql } from '../../storage/store/database.ts';
import { readInBatches } from '../../storage/store/read-in-batches.ts';
import { authenticatedTables, isErased } from '../tables.ts';
import type { ChainAccount } from './chain-account.ts';

interface Audited {
  readonly organization: OrganizationRow;
  readonly account: ChainAccount;
  readonly report: (subject: string, problem: string) => void;
}

/** What an organization has besides its activities and votes. */
const ownedTables = authenticatedTables.filter(({ isAudited }) => isAudited);

interface VerifiedRows {
  readonly count: number;
  /** What the directory should have for these rows. */
  readonly entries: readonly DirectoryEntry[];
}

/** Verifies that the rows that give authority in an organization match its chain. */
export async function verifyRows(
  sql: Sql,
  macs: RowMacs,
  { organization, account, report }: Audited,
): Promise<VerifiedRows> {
  const missing = new Map(account.rows);
  const entries: DirectoryEntry[] = [];
  let count = 0;
  const verify = (table: AuthenticatedTable, row: Authenticated<object>) => {
    const name = rowName(table, row);
    const mark = missing.get(name);
    missing.delete(name);
    count += 1;
    if (!macs.isGenuine(table, row)) report(name, 'was not written by this service');
    if (mark === undefined) report(name, 'has no audit entry');
    else if (mark !== rowMark(table, row)) report(name, 'does not match its last entry');
    else entries.push(...directoryEntries(table, row));
  };
  verify(organizationsTable, organization);
  for (const table of ownedTables)
    for await (const rows of readRows(sql, table, organization)) for (const row of rows) verify(table, row);
  for (const name of missing.keys()) if (!(account.isBeingErased && isErased(name))) report(name, 'is missing');
  return { count, entries };
}

/** All rows of an organization in a table, including deleted ones. */
function readRows(sql: Sql, { name, key }: AuthenticatedTable, organization: Organization) {
  const others = key.filter((column) => column !== 'organizationId');
  // An organization has at most one row in some tables.
  const keys = others.length > 0 ? others : ['organizationId'];
  const columns = sql(keys);
  return readInBatches<Authenticated<object>>(1_000, (last, size) => {
    const { [keys[0] ?? '']: first, [keys[1] ?? '']: second }: Readonly<Record<string, unknown>> = { ...last };
    const position = second === undefined ? sql`${first as string}` : sql`${first as string}, ${second as string}`;
    return sql`
      select * from ${sql(name)}
      where ${ofOrganization(sql, organization)}
        ${last ? sql`and row(${columns}) > row(${position})` : sql``}
      order by ${columns} limit ${size}`;
  });
}
