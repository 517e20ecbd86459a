import getApiKey from '@mintmark/schema/operations/credentials/get-api-key';
import { ApiError } from '../../contract/api-error.ts';
import { answer } from '../../contract/implement.ts';
import { type ApiKeyRow, apiKeyRecord } from '../../credentials/api-key-record.ts';

export default answer(getApiKey, async ({ sql, organization, macs }, { apiKeyId }) => {
  const rows = await sql<ApiKeyRow[]>`
    select * from api_keys
    where tenant_id = ${organization.tenantId} and organization_id = ${organization.id} and id = ${apiKeyId}
      and deleted_at is null`;
  const asked = { tenantId: organization.tenantId, organizationId: organization.id };
  const [row] = macs.genuine('api_keys', rows, asked);
  if (!row) throw new ApiError('RESOURCE_NOT_FOUND', 'no such API key');
  return { apiKey: apiKeyRecord(row) };
});
