import { randomUUID } from 'node:crypto';
import { type Effect, send, sqlStates } from '../../core/handlers/effect.ts';
import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { TagKind } from './tag-kind.ts';
import { putTags } from './tag-links.ts';
import { tagsTable } from './tags-table.ts';

/** How many tags of all kinds together an organization at the top, or a sub-organization, has at most. */
const maxTags = { top: 100, sub: 10 };

/** What it takes to make a tag. The result is its id. */
export function newTag(
  { sql, organization, now, writer }: Pick<ChangeContext, 'sql' | 'organization' | 'now' | 'writer'>,
  kind: TagKind,
  name: string,
): Effect<string> {
  const tag = { id: randomUUID(), type: kind.type, name, createdAt: now, updatedAt: now };
  const max = organization.parentId === null ? maxTags.top : maxTags.sub;
  const insert = sql`
    insert into tags ${sql(writer.sealed(tagsTable, { ...ownerColumns(organization), ...tag }))}`;
  const requireRoom = sql`
    select 1 / (count(*) <= ${max})::integer from tags where ${ofOrganization(sql, organization)}`;
  const isTaken = () => new ApiError('ALREADY_EXISTS', `a ${kind.noun} tag with this name already exists`);
  const isFull = () => new ApiError('RESOURCE_LIMIT_EXCEEDED', `this organization can have at most ${max} tags`);
  return {
    statements: [
      { statement: insert, refusals: { [sqlStates.uniqueViolation]: isTaken } },
      { statement: requireRoom, refusals: { [sqlStates.divisionByZero]: isFull } },
    ],
    result: tag.id,
  };
}

/** Makes a tag and puts it on members. Returns their ids, each once. */
export async function createTag(
  context: ChangeContext,
  kind: TagKind,
  { name, memberIds }: { readonly name: string; readonly memberIds: readonly string[] },
): Promise<{ readonly tagId: string; readonly memberIds: string[] }> {
  const tagId = await send(newTag(context, kind, name));
  await putTags(context, kind, [tagId], memberIds);
  return { tagId, memberIds: distinctIds(memberIds) };
}
