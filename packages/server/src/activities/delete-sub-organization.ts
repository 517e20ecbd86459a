import deleteSubOrganization from '@mintmark/schema/activities/delete-sub-organization';
import { ApiError } from '../api-error.ts';
import { implement } from '../implement.ts';

/** Nothing is removed: no credential of a deleted organization is found any more, and its audit can still be verified. */
export default implement(deleteSubOrganization, async ({ sql, organization, now }) => {
  const { tenantId, id, parentId } = organization;
  if (parentId === null) throw new ApiError('INVALID_ACTIVITY_CALLER', 'only a sub-organization can be deleted');
  await sql`
    update organizations set deleted_at = ${now}, updated_at = ${now} where tenant_id = ${tenantId} and id = ${id}`;
  return { subOrganizationUuid: id };
});
