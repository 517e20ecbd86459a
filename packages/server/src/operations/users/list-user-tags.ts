import listUserTags from '@mintmark/schema/operations/users/list-user-tags';
import { answer } from '../../contract/implement.ts';
import { type TagRow, tagRecord } from '../../users/tag-record.ts';

export default answer(listUserTags, async ({ sql, organization, macs }) => {
  const rows = await sql<TagRow[]>`
    select * from tags
    where tenant_id = ${organization.tenantId} and organization_id = ${organization.id} and type = 'TAG_TYPE_USER'
    order by created_at desc, id desc`;
  const asked = { tenantId: organization.tenantId, organizationId: organization.id };
  return { userTags: macs.genuine('tags', rows, asked).map(tagRecord) };
});
