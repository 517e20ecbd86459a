import { randomUUID } from 'node:crypto';
import createUserTag from '@mintmark/schema/operations/users/create-user-tag';
import { ApiError } from '../../contract/api-error.ts';
import { distinctIds } from '../../contract/distinct-ids.ts';
import { implement } from '../../contract/implement.ts';
import { tagUsers } from '../../users/tag-users.ts';

export default implement(createUserTag, async (context, { userTagName, userIds }) => {
  const { sql, organization, now, writer } = context;
  const { tenantId, id: organizationId, parentId } = organization;
  const tag = { id: randomUUID(), type: 'TAG_TYPE_USER', name: userTagName, createdAt: now, updatedAt: now };
  const [tags] = await sql<[{ made: number; before: number }]>`
    with made as (
      insert into tags ${sql(writer.sealed('tags', { tenantId, organizationId, ...tag }))}
      on conflict (tenant_id, organization_id, type, name) do nothing returning id
    )
    select (select count(*) from made)::integer as made, count(*)::integer as before
    from tags where tenant_id = ${tenantId} and organization_id = ${organizationId}`;
  if (tags.made === 0) throw new ApiError('ALREADY_EXISTS', 'a user tag with this name already exists');
  const most = parentId === null ? 100 : 10;
  if (tags.before >= most) throw new ApiError('RESOURCE_LIMIT_EXCEEDED', `this organization has at most ${most} tags`);
  await tagUsers(context, [tag.id], userIds);
  return { userTagId: tag.id, userIds: distinctIds(userIds) };
});
