import { operatorKeyFacts } from '../../core/audit/operator-key-entry.ts';
import type { RowMacs } from '../../core/authority/row-macs.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { ApiKeyRow } from '../../identity/credentials/api-key-record.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import type { Sql } from '../../storage/store/database.ts';
import { timeFact } from '../record/activity-facts.ts';
import type { ChainAccount } from './chain-account.ts';

interface Audited {
  readonly organization: OrganizationRow;
  readonly account: ChainAccount;
  readonly report: (subject: string, problem: string) => void;
}

/** Verifies that the keys that the operator added are those that the entries of the chain name. */
export async function verifyOperatorKeys(
  sql: Sql,
  macs: RowMacs,
  { organization, account: { operatorKeys }, report }: Audited,
): Promise<void> {
  for (const { sequence, entry } of operatorKeys) {
    // A chain that was tampered with may say anything.
    const id = String(entry['apiKeyId']);
    const rows = await sql<ApiKeyRow[]>`
      select * from api_keys where ${ofOrganization(sql, organization)} and id::text = ${id}`;
    const [key] = macs.genuine(apiKeysTable, rows, { ...ownerColumns(organization), id });
    if (!key) report(`entry ${sequence}`, `names the key ${id}, which does not exist`);
    else
      for (const [name, value] of Object.entries({ ...operatorKeyFacts(key), at: timeFact(key.createdAt) }))
        if (entry[name] !== value) report(`entry ${sequence}`, `does not match its key: ${name}`);
  }
}
