import type { ChangeContext } from '../../core/handlers/implement.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { requireTags } from './require-tags.ts';
import type { TagKind } from './tag-kind.ts';
import { takeTagsOff } from './tag-links.ts';
import { tagsTable } from './tags-table.ts';

/** Deletes tags. Returns their ids, each once, and the members that had one of them. */
export async function deleteTags(
  context: ChangeContext,
  kind: TagKind,
  ids: readonly string[],
): Promise<{ readonly tagIds: string[]; readonly memberIds: string[] }> {
  const tagIds = distinctIds(ids);
  const tags = await requireTags(context, kind, tagIds);
  const memberIds = await takeTagsOff(context, kind, { tagIds });
  await context.writer.remove(tagsTable, tags);
  return { tagIds, memberIds };
}
