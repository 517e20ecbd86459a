import updateRootQuorum from '@mintmark/schema/activities/update-root-quorum';
import { distinctIds } from '../distinct-ids.ts';
import { implement } from '../implement.ts';
import { keepAccess } from '../users/access.ts';
import { requireUsers } from '../users/require-users.ts';

export default implement(updateRootQuorum, async (context, { threshold, userIds }) => {
  const { sql, organization, now } = context;
  const { tenantId, id } = organization;
  const ids = distinctIds(userIds);
  await requireUsers(context, ids);
  const change = async () => {
    await sql`
      update users set is_root = not is_root, updated_at = ${now}
      where tenant_id = ${tenantId} and organization_id = ${id} and deleted_at is null
        and is_root <> (id = any(${ids}::uuid[]))`;
    await sql`
      update organizations set root_threshold = ${threshold}, updated_at = ${now}
      where tenant_id = ${tenantId} and id = ${id}`;
  };
  await keepAccess(context, change, { least: 1 });
  return {};
});
