import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { ChangeContext } from '../contract/implement.ts';
import { ofOrganization, ownerColumns } from '../contract/of-organization.ts';
import { requireUserTags } from './require-user-tags.ts';
import { requireUsers } from './require-users.ts';

type UserTagRow = AuthorityRows['user_tags'];

/** Puts tags on users; the tags and the users must belong to this organization. */
export async function tagUsers(
  context: ChangeContext,
  tagIds: readonly string[],
  userIds: readonly string[],
): Promise<void> {
  if (tagIds.length === 0 || userIds.length === 0) return;
  const { sql, organization, writer } = context;
  const [tags, users] = await Promise.all([requireUserTags(context, tagIds), requireUsers(context, userIds)]);
  const here = ownerColumns(organization);
  const rows = tags.flatMap((tag) =>
    users.map((user) => writer.sealed('user_tags', { ...here, tagId: tag.id, userId: user.id })),
  );
  await sql`
    insert into user_tags ${sql(rows)}
    on conflict (organization_id, tag_id, user_id) do update set mac = excluded.mac`;
}

/** Takes tags off users: those of one tag, of one user, or both. */
export async function untagUsers(
  { sql, organization, writer }: ChangeContext,
  { tagIds, userIds }: { readonly tagIds?: readonly string[]; readonly userIds?: readonly string[] },
): Promise<readonly UserTagRow[]> {
  const rows = await sql<UserTagRow[]>`
    select * from user_tags
    where ${ofOrganization(sql, organization)}
      ${tagIds ? sql`and tag_id = any(${[...tagIds]}::uuid[])` : sql``}
      ${userIds ? sql`and user_id = any(${[...userIds]}::uuid[])` : sql``}
    order by user_id`;
  await writer.remove('user_tags', rows);
  return rows;
}
