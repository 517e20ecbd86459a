import { isErased } from '../../core/audit/erasure-entry.ts';
import { authorityColumns } from '../../core/authority/authority-columns.ts';
import type { AuthorityRows } from '../../core/authority/authority-tables.ts';
import { type DirectoryEntry, directoryEntries } from '../../core/authority/directory.ts';
import { type Authenticated, type RowMacs, rowMark, rowName } from '../../core/authority/row-macs.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import type { Sql } from '../../storage/store/database.ts';
import { readInBatches } from '../../storage/store/read-in-batches.ts';
import type { ChainAccount } from './chain-account.ts';

interface Audited {
  readonly organization: OrganizationRow;
  readonly account: ChainAccount;
  readonly report: (subject: string, problem: string) => void;
}

/** What an organization has besides its activities and votes. */
const tables = [
  'features',
  'users',
  'api_keys',
  'operator_keys',
  'authenticators',
  'tags',
  'user_tags',
  'auth_proxy_configs',
  'wallets',
  'wallet_accounts',
  'private_keys',
  'private_key_tags',
  'import_keys',
  'oauth_providers',
  'passcodes',
  'oauth2_credentials',
  'auth_proxies',
  'policies',
  'policy_evaluations',
  'smart_contract_interfaces',
  'session_profiles',
  'swap_configs',
  'sent_transactions',
  'earn_wrappers',
  'earn_movements',
  'webhook_endpoints',
  'app_proofs',
] as const;
type OwnedTable = (typeof tables)[number];

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
  const verify = <T extends OwnedTable | 'organizations'>(table: T, row: Authenticated<AuthorityRows[T]>) => {
    const name = rowName(table, row);
    const mark = missing.get(name);
    missing.delete(name);
    count += 1;
    // A row has all columns that its MAC covers. TypeScript cannot see that when the table is a type parameter.
    if (!macs.isGenuine(table, row as never)) report(name, 'was not written by this service');
    if (mark === undefined) report(name, 'has no audit entry');
    else if (mark !== rowMark(table, row)) report(name, 'does not match its last entry');
    else entries.push(...directoryEntries(table, row));
  };
  verify('organizations', organization);
  for (const table of tables)
    for await (const rows of readRows(sql, table, organization)) for (const row of rows) verify(table, row);
  for (const name of missing.keys()) if (!(account.isBeingErased && isErased(name))) report(name, 'is missing');
  return { count, entries };
}

/** All rows of an organization in a table, including deleted ones. */
function readRows<T extends OwnedTable>(sql: Sql, table: T, organization: Organization) {
  const others = authorityColumns[table].key.filter((column) => column !== 'organizationId');
  // An organization has at most one row in some tables.
  const keys = others.length > 0 ? others : ['organizationId'];
  const columns = sql(keys as string[]);
  return readInBatches<Authenticated<AuthorityRows[T]>>(1_000, (last, size) => {
    const { [keys[0] ?? '']: first, [keys[1] ?? '']: second }: Readonly<Record<string, unknown>> = { ...last };
    const position = second === undefined ? sql`${first as string}` : sql`${first as string}, ${second as string}`;
    return sql`
      select * from ${sql(table as string)}
      where ${ofOrganization(sql, organization)}
        ${last ? sql`and row(${columns}) > row(${position})` : sql``}
      order by ${columns} limit ${size}`;
  });
}
