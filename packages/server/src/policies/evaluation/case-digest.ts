import { createHash, type Hash } from 'node:crypto';
import { isList, isMap, type Value } from '@mintmark/policy';
import { asActivity, deniesOnly, type PolicyView, type SeenActivity } from '../../core/handlers/policy-view.ts';
import { mapInTurns } from '../../core/limits/map-in-turns.ts';

/** What policies and scopes decide about, without the time. */
export interface DigestedCase {
  /** What says which expressions are evaluated. */
  readonly expressions: readonly (string | undefined)[];
  readonly subject: SeenActivity;
  /** What policies see, and what the scope of a session sees. */
  readonly views: readonly (readonly PolicyView[])[];
  /** The users who approve, their credentials, and whose vote is asked about. */
  readonly voters: Value;
}

/** A digest of everything that an evaluation sees, except the time. Two cases with the same digest are the same to every expression. */
export type CaseDigest = string & { readonly of: DigestedCase };

/** Computes the digest of a case. It takes as long as the request is large. */
export async function caseDigest({ expressions, subject, views, voters }: DigestedCase): Promise<CaseDigest> {
  const hash = createHash('sha256');
  const digests = new Map<object, string>();
  // Views share most of their values: each is read once.
  const digestOf = (value: Value): string => {
    if (typeof value !== 'object') return textOf(value);
    const known = digests.get(value) ?? createHash('sha256').update(textOf(value)).digest('base64');
    digests.set(value, known);
    return known;
  };
  hash.update(JSON.stringify([expressions.map((one) => one ?? null), views.map(({ length }) => length)]));
  addActivity(hash, subject);
  hash.update(textOf(voters));
  await mapInTurns(views.flat(), (view) => {
    const named = Object.keys(view).toSorted();
    hash.update(
      JSON.stringify([view[deniesOnly] === true, ...named.map((name) => [name, digestOf(view[name] as Value)])]),
    );
    if (view[asActivity]) addActivity(hash, view[asActivity]);
  });
  return hash.digest('base64') as CaseDigest;
}

function addActivity(hash: Hash, { type, kind, resource, action, parameters }: SeenActivity): void {
  hash.update(textOf({ type, kind, resource, action, parameters: parameters() }));
}

/** A text that no other value has. It reads what is otherwise computed only if an expression asks for it. */
function textOf(value: Value | undefined): string {
  if (value === undefined) return '-';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Date) return `@${value.getTime()}`;
  if (isList(value)) return `[${value.map(textOf).join()}]`;
  const entries: readonly (readonly [string, Value | undefined])[] = isMap(value) ? [...value] : Object.entries(value);
  const texts = entries.map(([name, one]) => `${JSON.stringify(name)}:${textOf(one)}`);
  return `${isMap(value) ? 'map' : 'struct'}{${texts.join()}}`;
}
