import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { TagKind } from './tag-kind.ts';
import { putTags } from './tag-links.ts';
import { tagsTable } from './tags-table.ts';

/** How many tags of all kinds together an organization at the top, or a sub-organization, has at most. */
const mostTags = { top: 100, sub: 10 };

/** Makes a tag and puts it on members. Returns their ids, each once. */
export async function createTag(
  context: ChangeContext,
  kind: TagKind,
  { name, memberIds }: { readonly name: string; readonly memberIds: readonly string[] },
): Promise<{ readonly tagId: string; readonly memberIds: string[] }> {
  const { sql, organization, now, writer } = context;
  const tag = { id: randomUUID(), type: kind.type, name, createdAt: now, updatedAt: now };
  const [[before], { count: made }] = await Promise.all([
    sql<[{ count: bigint }]>`select count(*) from tags where ${ofOrganization(sql, organization)}`.execute(),
    sql`
      insert into tags ${sql(writer.sealed(tagsTable, { ...ownerColumns(organization), ...tag }))}
      on conflict (organization_id, type, name) do nothing`,
  ]);
  if (made === 0) throw new ApiError('ALREADY_EXISTS', `a ${kind.noun} tag with this name already exists`);
  const most = organization.parentId === null ? mostTags.top : mostTags.sub;
  if (before.count >= most) throw new ApiError('RESOURCE_LIMIT_EXCEEDED', `this organization has at most ${most} tags`);
  await putTags(context, kind, [tag.id], memberIds);
  return { tagId: tag.id, memberIds: distinctIds(memberIds) };
}
