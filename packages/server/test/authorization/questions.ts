import { randomUUID } from 'node:crypto';
import { withValue } from '../requests/fields.ts';
import { type IdField, type IdKind, idFieldsOf } from '../requests/id-fields.ts';
import { operations, withoutInnerRequest } from '../requests/operations.ts';
import { isForUser, isOwnCredential, type Origin, type Question, type Relation } from './rules.ts';
import { callerKinds, type Place, type World } from './world.ts';

/** A question, and the organization in which it is asked. */
export interface PlacedQuestion extends Question {
  readonly named: 'parent' | 'child' | 'nowhere';
}

/** The organizations around an organization, by their relation to it. */
const around = {
  parent: { own: 'parent', child: 'child', stranger: 'stranger' },
  child: { own: 'child', parent: 'parent', sibling: 'sibling', stranger: 'stranger' },
  nowhere: { nowhere: 'child' },
} as const satisfies Record<PlacedQuestion['named'], Partial<Record<Relation, keyof World>>>;

type Around = Partial<Record<Relation, keyof World>>;

/** The organization that a relation leads to. */
export const placeOf = (world: World, named: PlacedQuestion['named'], relation: Origin): Place | undefined => {
  const key = (around[named] as Around)[relation as Relation];
  return key && world[key];
};

/** All questions: each operation, by every kind of caller, with each id from every possible origin. */
export function* allQuestions(): Generator<PlacedQuestion> {
  for (const operation of operations) {
    const fields = idFieldsOf(operation.unit, operation.request);
    for (const named of ['parent', 'child', 'nowhere'] as const)
      for (const from of Object.keys(around[named]) as Relation[])
        for (const callerKind of callerKinds)
          for (const isSelf of isOwnCredential(operation) || isForUser(operation) ? [false, true] : [false])
            for (const other of [undefined, ...othersOf(fields, named, isSelf)])
              yield {
                operation,
                named,
                namesChild: named === 'child',
                from,
                callerKind,
                isSelf,
                ...(other && { other }),
              };
  }
}

function* othersOf(fields: readonly IdField[], named: PlacedQuestion['named'], isSelf: boolean) {
  for (const field of fields) {
    // Another user would no longer be the caller.
    if (isSelf && field.kind === 'user') continue;
    const origins = [...(Object.keys(around[named]) as Relation[]), 'nowhere', 'malformed'] as const;
    for (const origin of new Set(origins)) {
      // A sub-organization has no session profiles of its own.
      if (origin === 'child' && field.kind === 'sessionProfile') continue;
      yield { field, origin };
    }
  }
}

/** The request body of a question, or undefined if there is no such id in that organization. */
export function bodyOf(
  world: World,
  { operation, named, from, callerKind, isSelf, other }: PlacedQuestion,
): string | undefined {
  const here = placeOf(world, named, named === 'nowhere' ? 'nowhere' : 'own');
  const caller = placeOf(world, named, from)?.callers[callerKind];
  if (!here || !caller) throw new Error(`nobody is ${from} of ${named}`);
  let body: unknown = operation.buildBody();
  if (operation.unit.kind !== 'proxy')
    body = withValue(body, ['organizationId'], named === 'nowhere' ? randomUUID() : here.id);
  for (const field of idFieldsOf(operation.unit, operation.request)) {
    const isOther = field.path.join() === other?.field.path.join();
    // A list request needs no cursor.
    if (field.isCursor && !isOther) continue;
    const id =
      isOther && other
        ? otherId(placeOf(world, named, other.origin), field, other.origin)
        : (isSelf ? { ...here.ids, ...caller.ids } : here.ids)[field.kind];
    if (id === undefined) return undefined;
    body = withValue(body, field.path, id);
  }
  return JSON.stringify(withoutInnerRequest(operation, body));
}

const otherId = (place: Place | undefined, { kind }: IdField, origin: Origin): string | undefined => {
  if (origin === 'malformed') return 'malformed';
  return place ? place.ids[kind] : nowhere(kind);
};

const nowhere = (kind: IdKind) =>
  kind === 'fingerprint' ? `sha256:${randomUUID().replaceAll('-', '').repeat(2)}` : randomUUID();
