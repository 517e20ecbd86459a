import deleteApiKeys from '@mintmark/schema/activities/delete-api-keys';
import { ApiError } from '../api-error.ts';
import { distinctIds } from '../distinct-ids.ts';
import { implement } from '../implement.ts';
import { keepAccess } from '../users/access.ts';
import { ownUser } from '../users/own-user.ts';

export default implement(
  deleteApiKeys,
  async (context, { userId, ...parameters }) => {
    const { sql, organization, now } = context;
    const apiKeyIds = distinctIds(parameters.apiKeyIds);
    const { count } = await keepAccess(
      context,
      () => sql`
        update api_keys set deleted_at = ${now}, updated_at = ${now}
        where tenant_id = ${organization.tenantId} and organization_id = ${organization.id} and user_id = ${userId}
          and deleted_at is null and id = any(${apiKeyIds}::uuid[])`,
      { userId },
    );
    if (count < apiKeyIds.length) throw new ApiError('RESOURCE_NOT_FOUND', 'the user has no such API key');
    return { apiKeyIds };
  },
  ownUser,
);
