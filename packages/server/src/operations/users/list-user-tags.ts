import listUserTags from '@mintmark/schema/operations/users/list-user-tags';
import { answer } from '../../contract/implement.ts';
import { ofOrganization, ownerColumns } from '../../contract/of-organization.ts';
import { type TagRow, tagRecord } from '../../users/tag-record.ts';

export default answer(listUserTags, async ({ sql, organization, services }) => {
  const rows = await sql<TagRow[]>`
    select * from tags
    where ${ofOrganization(sql, organization)} and type = 'TAG_TYPE_USER'
    order by created_at desc, id desc`;
  return { userTags: services.macs.genuine('tags', rows, ownerColumns(organization)).map(tagRecord) };
});
