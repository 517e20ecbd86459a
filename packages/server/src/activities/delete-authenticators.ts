import deleteAuthenticators from '@mintmark/schema/activities/delete-authenticators';
import { ApiError } from '../api-error.ts';
import { distinctIds } from '../distinct-ids.ts';
import { implement } from '../implement.ts';
import { keepAccess } from '../users/access.ts';
import { ownUser } from '../users/own-user.ts';

export default implement(
  deleteAuthenticators,
  async (context, { userId, ...parameters }) => {
    const { sql, organization, now } = context;
    const authenticatorIds = distinctIds(parameters.authenticatorIds);
    const { count } = await keepAccess(
      context,
      () => sql`
        update authenticators set deleted_at = ${now}, updated_at = ${now}
        where tenant_id = ${organization.tenantId} and organization_id = ${organization.id} and user_id = ${userId}
          and deleted_at is null and id = any(${authenticatorIds}::uuid[])`,
      { userId },
    );
    if (count < authenticatorIds.length) throw new ApiError('RESOURCE_NOT_FOUND', 'the user has no such authenticator');
    return { authenticatorIds };
  },
  ownUser,
);
