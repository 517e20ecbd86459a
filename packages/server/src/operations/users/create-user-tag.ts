import { randomUUID } from 'node:crypto';
import createUserTag from '@mintmark/schema/operations/users/create-user-tag';
import { ApiError } from '../../contract/api-error.ts';
import { distinctIds } from '../../contract/ids.ts';
import { implement } from '../../contract/implement.ts';
import { ofOrganization, ownerColumns } from '../../contract/of-organization.ts';
import { tagUsers } from '../../users/tag-users.ts';

export default implement(createUserTag, async (context, { userTagName, userIds }) => {
  const { sql, organization, now, writer } = context;
  const tag = { id: randomUUID(), type: 'TAG_TYPE_USER', name: userTagName, createdAt: now, updatedAt: now } as const;
  const [[before], { count: made }] = await Promise.all([
    sql<[{ count: bigint }]>`select count(*) from tags where ${ofOrganization(sql, organization)}`.execute(),
    sql`
      insert into tags ${sql(writer.sealed('tags', { ...ownerColumns(organization), ...tag }))}
      on conflict (organization_id, type, name) do nothing`,
  ]);
  if (made === 0) throw new ApiError('ALREADY_EXISTS', 'a user tag with this name already exists');
  const most = organization.parentId === null ? 100 : 10;
  if (before.count >= most) throw new ApiError('RESOURCE_LIMIT_EXCEEDED', `this organization has at most ${most} tags`);
  await tagUsers(context, [tag.id], userIds);
  return { userTagId: tag.id, userIds: distinctIds(userIds) };
});
