import removeOrganizationFeature from '@mintmark/schema/activities/remove-organization-feature';
import { ApiError } from '../api-error.ts';
import { implement } from '../implement.ts';
import { featuresOf } from '../organizations/features.ts';
import { keepAccess } from '../users/access.ts';

export default implement(removeOrganizationFeature, async (context, { name }) => {
  const { sql, organization } = context;
  // The feature may be the login method of the root users.
  await keepAccess(context, async () => {
    const removed = await sql`
      delete from features
      where tenant_id = ${organization.tenantId} and organization_id = ${organization.id} and name = ${name}
      returning name`;
    if (removed.length === 0) throw new ApiError('FEATURE_NOT_FOUND');
  });
  return { features: await featuresOf(sql, organization) };
});
