import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ApiError, fieldError } from '../../core/model/api-error.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import { requireTags } from './require-tags.ts';
import type { TagKind } from './tag-kind.ts';
import { putTags, takeTagsOff } from './tag-links.ts';
import { tagsTable } from './tags-table.ts';

interface TagChange {
  readonly tagId: string;
  readonly name?: string | undefined;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The member of the request that has the removed ids. */
  readonly removedField: string;
}

/** Renames a tag, puts it on members, and takes it off others. Returns its id as stored. */
export async function changeTag(context: ChangeContext, kind: TagKind, change: TagChange): Promise<string> {
  const { sql, organization, now, writer } = context;
  const { name } = change;
  const tagId = change.tagId.toLowerCase();
  const [added, removed] = [distinctIds(change.added), distinctIds(change.removed)];
  const toAdd = new Set(added);
  if (removed.some((id) => toAdd.has(id)))
    throw fieldError(change.removedField, `a ${kind.noun} cannot be both added and removed`);
  const [tags, namesakes] = await Promise.all([
    requireTags(context, kind, [tagId]),
    sql`
      select from tags
      where ${ofOrganization(sql, organization)} and type = ${kind.type}
        and name = ${name ?? null} and id <> ${tagId}`,
    kind.requireMembers(context, removed),
  ]);
  if (namesakes.length > 0) throw new ApiError('ALREADY_EXISTS', `a ${kind.noun} tag with this name already exists`);
  await writer.change(tagsTable, tags, { ...(name && { name }), updatedAt: now });
  await takeTagsOff(context, kind, { tagIds: [tagId], memberIds: removed });
  await putTags(context, kind, [tagId], added);
  return tagId;
}
