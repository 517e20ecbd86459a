import getOrganizationConfigs from '@mintmark/schema/queries/get-organization-configs';
import { answer } from '../implement.ts';
import { featuresOf } from '../organizations/features.ts';

export default answer(getOrganizationConfigs, async ({ sql, organization }) => {
  const { tenantId, id } = organization;
  // In one statement, since both change together: a threshold of before with users of after could be out of reach.
  const [[quorum], features] = await Promise.all([
    sql<{ threshold: number; userIds: string[] }[]>`
      select root_threshold as threshold, array(
        select users.id from users
        where users.tenant_id = ${tenantId} and users.organization_id = ${id} and deleted_at is null and is_root
        order by created_at, id
      ) as user_ids
      from organizations where tenant_id = ${tenantId} and id = ${id}`,
    featuresOf(sql, organization),
  ]);
  return { configs: { features, ...(quorum && { quorum }) } };
});
