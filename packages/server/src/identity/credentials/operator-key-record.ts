import type { OperatorKey } from '@mintmark/schema/fields/organizations/operator-key';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { type ApiKeyRow, apiKeyRecord } from './api-key-record.ts';
import { apiKeysTable } from './api-keys-table.ts';
import { operatorKeysTable } from './operator-keys-table.ts';

type OperatorKeyRow = Authenticated<RowOf<typeof operatorKeysTable>>;

/** The API keys that the operator added to root users of an organization, newest first, those that were deleted included. */
export async function readOperatorKeys({ sql, organization, services: { macs } }: RowsContext): Promise<ApiKeyRow[]> {
  const here = ofOrganization(sql, organization);
  const owner = ownerColumns(organization);
  const listed = macs.genuine(
    operatorKeysTable,
    await sql<OperatorKeyRow[]>`select * from operator_keys where ${here}`,
    owner,
  );
  if (listed.length === 0) return [];
  const ids = listed.map(({ apiKeyId }) => apiKeyId);
  const rows = await sql<ApiKeyRow[]>`
    select * from api_keys where ${here} and id = any(${ids}::uuid[]) order by created_at desc, id desc`;
  return macs.genuine(apiKeysTable, rows, { ...owner, id: ids });
}

/** A key that the operator added, as answers show it. */
export function operatorKeyRecord(row: ApiKeyRow): z.output<typeof OperatorKey> {
  const { apiKeyId, credential, createdAt } = apiKeyRecord(row);
  const deletedAt = row.deletedAt && timestamp(row.deletedAt);
  return { apiKeyId, userId: row.userId, credential, createdAt, ...(deletedAt && { deletedAt }) };
}
