import getOrganizationConfigs from '@mintmark/schema/operations/organizations/get-organization-configs';
import { answer } from '../../contract/implement.ts';
import { featureRecord, readFeatures } from '../../organizations/features.ts';
import type { OrganizationRow } from '../../organizations/organization-row.ts';
import { rowOfJson } from '../../store/rows.ts';
import type { UserRow } from '../../users/user-record.ts';

export default answer(getOrganizationConfigs, async (context) => {
  const { sql, organization, macs } = context;
  const { tenantId, id } = organization;
  // In one statement, since both change together: a threshold of before with users of after could be out of reach.
  const [rows, features] = await Promise.all([
    sql<(OrganizationRow & { roots: readonly object[] })[]>`
      select *, (
        select coalesce(json_agg(users order by created_at, id), '[]') from users
        where users.tenant_id = ${tenantId} and users.organization_id = ${id} and deleted_at is null and is_root
      ) as roots
      from organizations where tenant_id = ${tenantId} and id = ${id}`,
    readFeatures(context),
  ]);
  const [row] = macs.genuine('organizations', rows, { tenantId, id });
  const roots = macs.genuine('users', row?.roots.map(rowOfJson<UserRow>) ?? [], {
    tenantId,
    organizationId: id,
  });
  const quorum = row && { threshold: row.rootThreshold, userIds: roots.map((user) => user.id) };
  return { configs: { features: features.map(featureRecord), ...(quorum && { quorum }) } };
});
