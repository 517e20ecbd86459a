import { randomUUID } from 'node:crypto';
import { type Effect, send, sqlStates } from '../../core/handlers/effect.ts';
import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { ownerColumns } from '../../core/model/of-organization.ts';
import { inserting, JointWrite } from '../../core/tables/joint-write.ts';
import { binaryList } from '../../storage/store/binary-list.ts';
import type { TagKind } from './tag-kind.ts';
import { putTags } from './tag-links.ts';
import { tagsTable } from './tags-table.ts';

/** How many tags of all kinds together an organization at the top, or a sub-organization, has at most. */
const maxTags = { top: 100, sub: 10 };

const insertTags = inserting(tagsTable);

/** Fails if an organization has more tags than it may. */
const requireRoom = new JointWrite<{ readonly organizationId: string; readonly max: number }>((sql, asked) => {
  const maxima = new Map(asked.map(({ organizationId, max }) => [organizationId, max]));
  const [[id, max]] = [...maxima] as [[string, number]];
  if (maxima.size === 1) return sql`select 1 / (count(*) <= ${max})::integer from tags where organization_id = ${id}`;
  return sql`
    select 1 / ((select count(*) from tags where organization_id = asked.id) <= asked.max)::integer
    from unnest(
      (select ${binaryList('uuid', [...maxima.keys()])}::uuid[]),
      (select ${binaryList('integer', [...maxima.values()])}::integer[])
    ) as asked (id, max)`;
});

/** What it takes to make a tag. The result is its id. */
export function newTag(
  { organization, now, writer }: Pick<ChangeContext, 'organization' | 'now' | 'writer'>,
  kind: TagKind,
  name: string,
): Effect<string> {
  const tag = { id: randomUUID(), type: kind.type, name, createdAt: now, updatedAt: now };
  const max = organization.parentId === null ? maxTags.top : maxTags.sub;
  const row = writer.sealed(tagsTable, { ...ownerColumns(organization), ...tag });
  const isTaken = () => new ApiError('ALREADY_EXISTS', `a ${kind.noun} tag with this name already exists`);
  const isFull = () => new ApiError('RESOURCE_LIMIT_EXCEEDED', `this organization can have at most ${max} tags`);
  return {
    parts: [
      { ...insertTags.of([row]), refusals: { [sqlStates.uniqueViolation]: isTaken } },
      {
        ...requireRoom.of([{ organizationId: organization.id, max }]),
        refusals: { [sqlStates.divisionByZero]: isFull },
      },
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
  const tagId = await send(context.sql, newTag(context, kind, name));
  await putTags(context, kind, [tagId], memberIds);
  return { tagId, memberIds: distinctIds(memberIds) };
}
