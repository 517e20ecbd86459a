import getApiKey from '@mintmark/schema/operations/credentials/get-api-key';
import { answer } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { type ApiKeyRow, apiKeyRecord } from '../../identity/credentials/api-key-record.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';

export default answer(getApiKey, async ({ sql, organization, services }, { apiKeyId }) => {
  const rows = await sql<ApiKeyRow[]>`
    select * from api_keys
    where ${ofOrganization(sql, organization)} and id = ${apiKeyId}
      and deleted_at is null`;
  const [row] = services.macs.genuine(apiKeysTable, rows, ownerColumns(organization));
  if (!row) throw new ApiError('RESOURCE_NOT_FOUND', 'no such API key');
  return { apiKey: apiKeyRecord(row) };
});
