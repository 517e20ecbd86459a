import deleteSubOrganization from '@mintmark/schema/operations/organizations/delete-sub-organization';
import { ApiError } from '../../contract/api-error.ts';
import { implement } from '../../contract/implement.ts';
import { requireOrganization } from '../../organizations/organization-row.ts';

/** Keeps the rows: credentials of a deleted organization are not found any more, and its audit chain can still be verified. */
export default implement(deleteSubOrganization, async (context) => {
  const { organization, now, writer } = context;
  if (organization.parentId === null)
    throw new ApiError('INVALID_ACTIVITY_CALLER', 'only a sub-organization can be deleted');
  await writer.change('organizations', [await requireOrganization(context)], { deletedAt: now, updatedAt: now });
  return { subOrganizationUuid: organization.id };
});
