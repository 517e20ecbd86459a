import getApiKeys from '@mintmark/schema/operations/credentials/get-api-keys';
import { answer } from '../../core/handlers/implement.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { type ApiKeyRow, apiKeyRecord } from '../../identity/credentials/api-key-record.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';
import { requireUsers } from '../../identity/users/require-users.ts';

export default answer(getApiKeys, async (context, { userId }) => {
  const { sql, organization, services } = context;
  const [rows] = await Promise.all([
    sql<ApiKeyRow[]>`
      select * from api_keys
      where ${ofOrganization(sql, organization)} and deleted_at is null
        ${userId === undefined ? sql`` : sql`and user_id = ${userId}`}
      order by created_at desc, id desc`,
    requireUsers(context, userId === undefined ? [] : [userId]),
  ]);
  return { apiKeys: services.macs.genuine(apiKeysTable, rows, ownerColumns(organization)).map(apiKeyRecord) };
});
