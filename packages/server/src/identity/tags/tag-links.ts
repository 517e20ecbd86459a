import type { ChangeContext, ReadContext } from '../../core/handlers/implement.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { requireTags } from './require-tags.ts';
import type { LinkRow, TagKind } from './tag-kind.ts';

/** Puts tags on members; the tags and the members must belong to this organization. */
export async function putTags(
  context: ChangeContext,
  kind: TagKind,
  tagIds: readonly string[],
  memberIds: readonly string[],
): Promise<void> {
  if (tagIds.length === 0 || memberIds.length === 0) return;
  const { sql, organization, writer } = context;
  const [tags, members] = await Promise.all([
    requireTags(context, kind, tagIds),
    kind.requireMembers(context, memberIds),
  ]);
  const here = ownerColumns(organization);
  const put = tags.map(({ id }) => id);
  const tagged = members.map(({ id }) => id);
  await kind.noteTags?.(context, tagged, (tagIds) => [...new Set([...tagIds, ...put])]);
  const rows = tags.flatMap((tag) =>
    members.map((member) => {
      // TypeScript cannot see that the column belongs to the table.
      const row = { ...here, tagId: tag.id, [kind.member]: member.id } as unknown as LinkRow;
      return writer.sealed(kind.links, row);
    }),
  );
  await sql`
    insert into ${sql(kind.links.name)} ${sql(rows)}
    on conflict (organization_id, tag_id, ${sql(kind.member)}) do update set mac = excluded.mac`;
}

/** The ids of the members that have these tags, by the id of the tag. */
export async function membersByTag(
  { sql, organization }: ReadContext,
  { links, member }: TagKind,
  tagIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await sql<(Record<TagKind['member'], string> & { readonly tagId: string })[]>`
    select tag_id, ${sql(member)} from ${sql(links.name)}
    where ${ofOrganization(sql, organization)} and tag_id = any(${distinctIds(tagIds)}::uuid[])`;
  const members = new Map<string, string[]>();
  for (const row of rows) members.set(row.tagId, [...(members.get(row.tagId) ?? []), row[member]]);
  return members;
}

/** Takes tags off members: those of one tag, of one member, or both. Returns the members that had one of them. */
export async function takeTagsOff(
  context: ChangeContext,
  { links, member, noteTags }: TagKind,
  { tagIds, memberIds }: { readonly tagIds?: readonly string[]; readonly memberIds?: readonly string[] },
): Promise<string[]> {
  const { sql, organization, writer } = context;
  const rows = await sql<(LinkRow & Record<TagKind['member'], string>)[]>`
    select * from ${sql(links.name)}
    where ${ofOrganization(sql, organization)}
      ${tagIds ? sql`and tag_id = any(${[...tagIds]}::uuid[])` : sql``}
      ${memberIds ? sql`and ${sql(member)} = any(${[...memberIds]}::uuid[])` : sql``}
    order by ${sql(member)}`;
  const removed = Map.groupBy(rows, (row) => row[member]);
  const members = [...removed.keys()];
  await noteTags?.(context, memberIds ?? members, (tagIds, memberId) => {
    const gone = removed.get(memberId)?.map(({ tagId }) => tagId);
    return tagIds.filter((id) => !gone?.includes(id));
  });
  await writer.remove(links, rows);
  return members;
}
