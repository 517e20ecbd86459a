import type { z } from 'zod';
import { component } from './component.ts';
import { activityOf, activityRequest, activityResponse } from './envelope.ts';
import type { ErrorName } from './errors.ts';
import { activityType, capitalize, componentPrefix, intentKey, methodName, resultKey } from './names.ts';
import type { TagName } from './tags.ts';

/** A schema and the number of the version that introduced it. */
export interface Version<V extends number, S extends z.ZodObject> {
  readonly version: V;
  readonly schema: S;
}

export const version = <const V extends number, S extends z.ZodObject>(number: V, schema: S): Version<V, S> => ({
  version: number,
  schema,
});

/** An upgrade that needs more than the parameters themselves; the handler of the activity brings it. */
export interface NeedsServer {
  readonly needsServer: string;
}

/** Says of an older type that only the server can upgrade it, and why. */
export const needsServer = (reason: string): NeedsServer => ({ needsServer: reason });

/** An older type of an activity, which its path still accepts. */
export interface Superseded<Parameters, Current, Result> {
  readonly version: number;
  /** What the version after this one changed. */
  readonly change: string;
  readonly parameters: z.ZodObject;
  /** The parameters in their current form; a pure function. */
  readonly upgrade: ((parameters: Parameters) => Current) | NeedsServer;
  /** The result under its older key; absent where it has the current key and fields. */
  readonly result?: Version<number, z.ZodObject>;
  /** The result in its older form; absent where the fields are the same. A pure function. */
  readonly downgrade?: (result: Result) => unknown;
  readonly example: unknown;
}

export const superseded = <P extends z.ZodObject, Current = never, Result = unknown>(
  number: number,
  definition: Omit<Superseded<z.output<P>, Current, Result>, 'version' | 'parameters' | 'example'> & {
    readonly parameters: P;
    readonly example: z.input<P>;
  },
): Superseded<z.output<P>, Current, Result> => ({ version: number, ...definition });

export type PolicyResource = 'AUTH' | 'CONFIG' | 'CREDENTIAL' | 'USER' | 'WALLET';
export type PolicyAction = 'CREATE' | 'UPDATE' | 'DELETE' | 'EXPORT' | 'IMPORT';

interface Definition<IV extends number, I extends z.ZodObject, RV extends number, R extends z.ZodObject> {
  readonly tag: TagName;
  readonly summary: string;
  readonly description: string;
  readonly intent: Version<IV, I>;
  readonly result: Version<RV, R>;
  /** Older types, newest first. */
  readonly superseded?: readonly Superseded<never, z.input<NoInfer<I>>, z.output<NoInfer<R>>>[];
  /** What a policy sees the activity as. */
  readonly policy: { readonly resource: PolicyResource; readonly action: PolicyAction };
  /** Errors of this activity beyond those that every activity can answer with. */
  readonly errors?: readonly ErrorName[];
  readonly example: { readonly parameters: z.input<NoInfer<I>>; readonly result: z.input<NoInfer<R>> };
}

interface Parts<Type extends string, Intent extends string, Result extends string, P, R> {
  readonly type: Type;
  readonly intentKey: Intent;
  readonly resultKey: Result;
  readonly parameters: P;
  readonly result: R;
}

/** The bodies of one type. The current type's are components of the document; those of older types only have words. */
const bodies = <
  Type extends string,
  Intent extends string,
  Result extends string,
  P extends z.ZodObject,
  R extends z.ZodObject,
>(
  parts: Parts<Type, Intent, Result, P, R>,
  told: <T extends z.ZodObject>(part: string, description: string, schema: T) => T,
) => {
  const activity = told('Activity', `An activity of type ${parts.type}.`, activityOf(parts));
  return {
    request: told('Request', `The body that submits ${parts.type}.`, activityRequest(parts.type, parts.parameters)),
    response: told('Response', `The answer to ${parts.type}.`, activityResponse(activity)),
  };
};

const intentWords = (type: string) => `The parameters of ${type}.`;
const resultWords = (type: string) => `What a completed ${type} returns.`;

/** Makes the unit of one activity: from here follow its path, type, keys, request, response and older types. */
export function defineActivity<
  const Name extends string,
  const IV extends number,
  I extends z.ZodObject,
  const RV extends number,
  R extends z.ZodObject,
>(name: Name, definition: Definition<IV, I, RV, R>) {
  const { tag, summary, description, intent, result, policy, errors = [], example } = definition;
  const type = activityType(name, intent.version);
  const keys = { intentKey: intentKey(name, intent.version), resultKey: resultKey(name, result.version) };
  const current = {
    type,
    ...keys,
    parameters: component(capitalize(keys.intentKey), intentWords(type), intent.schema),
    result: component(capitalize(keys.resultKey), resultWords(type), result.schema),
  };

  const older = (definition.superseded ?? []).map((entry) => {
    const type = activityType(name, entry.version);
    const parts = {
      type,
      intentKey: intentKey(name, entry.version),
      resultKey: entry.result ? resultKey(name, entry.result.version) : current.resultKey,
      parameters: entry.parameters.describe(intentWords(type)),
      result: entry.result ? entry.result.schema.describe(resultWords(type)) : current.result,
    };
    return {
      version: entry.version,
      change: entry.change,
      ...parts,
      ...bodies<string, string, string, z.ZodObject, z.ZodObject>(parts, (_part, words, schema) =>
        schema.describe(words),
      ),
      // The parameters reach the upgrade only after they have passed the schema that gives it its type.
      upgrade: entry.upgrade as ((parameters: unknown) => z.input<I>) | NeedsServer,
      downgrade: entry.downgrade ?? ((result: z.output<R>): unknown => result),
      example: entry.example,
    };
  });

  return {
    kind: 'activity' as const,
    name,
    method: methodName(name),
    path: `/public/v1/submit/${name}` as const,
    tag,
    summary,
    description,
    policy,
    errors,
    version: intent.version,
    ...current,
    ...bodies(current, (part, words, schema) => component(`${componentPrefix(name)}${part}`, words, schema)),
    example,
    superseded: older,
  };
}
