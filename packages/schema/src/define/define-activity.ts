import type { z } from 'zod';
import { component, type Rule } from '../component.ts';
import type { ErrorName } from '../errors.ts';
import type { Policy } from '../policy.ts';
import {
  type ActivityParts,
  type ActivityRequest,
  type ActivityResponse,
  activityOf,
  activityRequest,
  activityResponse,
} from './envelope.ts';
import {
  type ActivityType,
  activityType,
  capitalize,
  componentPrefix,
  type IntentKey,
  intentKey,
  type MethodName,
  methodName,
  type ResultKey,
  resultKey,
} from './names.ts';
import type { OwnErrors, UnitWords } from './unit-words.ts';

/** A schema and the number of the version that introduced it. */
export interface Version<V extends number, S extends z.ZodObject> {
  readonly version: V;
  readonly schema: S;
}

export const version = <const V extends number, S extends z.ZodObject>(number: V, schema: S): Version<V, S> => ({
  version: number,
  schema,
});

/** An upgrade that needs more than the parameters; the handler of the activity implements it. */
export interface NeedsServer {
  readonly needsServer: string;
}

/** Declares that only the server can upgrade an older type, and why. */
export const needsServer = (reason: string): NeedsServer => ({ needsServer: reason });

/** An older type of an activity, as its unit declares it. */
export interface Superseded<Parameters, Current, Result> {
  readonly version: number;
  /** What the version after this one changed. */
  readonly change: string;
  readonly parameters: z.ZodObject;
  /** The parameters in their current form; a pure function. */
  readonly upgrade: ((parameters: Parameters) => Current) | NeedsServer;
  /** The result under its older key; absent if it has the current key and fields. */
  readonly result?: Version<number, z.ZodObject>;
  /** The result in its older form; absent if the fields are the same. A pure function. */
  readonly downgrade?: (result: Result) => unknown;
  readonly example: unknown;
}

interface SupersededDefinition<P extends z.ZodObject, Current, Result, O extends z.ZodObject>
  extends Omit<Superseded<z.output<P>, Current, Result>, 'version'> {
  readonly parameters: P;
  readonly result?: Version<number, O>;
  readonly downgrade?: (result: Result) => z.input<NoInfer<O>>;
  readonly example: z.input<P>;
}

/** Defines an older type that the path of the activity still accepts. */
export const superseded = <
  P extends z.ZodObject,
  Current = never,
  Result = unknown,
  O extends z.ZodObject = z.ZodObject,
>(
  number: number,
  definition: SupersededDefinition<P, Current, Result, O>,
): Superseded<z.output<P>, Current, Result> => ({ version: number, ...definition });

interface ActivityWords extends UnitWords {
  readonly policy: Policy;
}

interface Definition<IV extends number, I extends z.ZodObject, RV extends number, R extends z.ZodObject>
  extends ActivityWords,
    OwnErrors {
  readonly intent: Version<IV, I>;
  /** The rules for the parameters beyond their schema. */
  readonly rules?: readonly Rule<z.output<NoInfer<I>>>[];
  readonly result: Version<RV, R>;
  readonly example: { readonly parameters: z.input<NoInfer<I>>; readonly result: z.input<NoInfer<R>> };
}

/** An older type of an activity, with everything that follows from its description. */
export interface OlderType<Current, Result> extends ActivityParts<string, string, string, z.ZodObject, z.ZodObject> {
  readonly version: number;
  /** What the version after this one changed. */
  readonly change: string;
  readonly request: z.ZodObject;
  readonly response: z.ZodObject;
  /** Takes parameters that have passed their own schema. Its result must still be checked against the current schema and rules. */
  readonly upgrade: ((parameters: unknown) => Current) | NeedsServer;
  /** The current result in the form of this type. */
  readonly downgrade: (result: Result) => unknown;
  readonly example: unknown;
}

/** The unit of one activity. */
export interface ActivityUnitOf<
  Name extends string,
  IV extends number,
  I extends z.ZodObject,
  RV extends number,
  R extends z.ZodObject,
> extends ActivityWords {
  readonly kind: 'activity';
  readonly name: Name;
  /** The name of the operation in code. */
  readonly method: MethodName<Name>;
  readonly path: `/public/v1/submit/${Name}`;
  readonly version: IV;
  readonly type: ActivityType<Name, IV>;
  readonly intentKey: IntentKey<Name, IV>;
  readonly resultKey: ResultKey<Name, RV>;
  readonly parameters: I;
  readonly result: R;
  readonly request: ActivityRequest<ActivityType<Name, IV>, I>;
  readonly response: ActivityResponse<ActivityType<Name, IV>, IntentKey<Name, IV>, ResultKey<Name, RV>, I, R>;
  readonly errors: readonly ErrorName[];
  readonly example: { readonly parameters: z.input<I>; readonly result: z.input<R> };
  /** Older types that the path still accepts, newest first. */
  readonly superseded: readonly OlderType<z.input<I>, z.output<R>>[];
}

/** The bodies of one type. Those of the current type are components of the document; those of older types only have descriptions. */
const bodies = <
  Type extends string,
  Intent extends string,
  Result extends string,
  P extends z.ZodObject,
  R extends z.ZodObject,
>(
  parts: ActivityParts<Type, Intent, Result, P, R>,
  told: <T extends z.ZodObject>(part: string, description: string, schema: T) => T,
) => {
  const activity = told('Activity', `An activity of type ${parts.type}.`, activityOf(parts));
  return {
    request: told('Request', `The request body of ${parts.type}.`, activityRequest(parts.type, parts.parameters)),
    response: told('ResponseBody', `The response to ${parts.type}.`, activityResponse(activity)),
  };
};

const intentWords = (type: string) => `The parameters of ${type}.`;
const resultWords = (type: string) => `The result of a completed ${type}.`;

/** Defines the unit of one activity from its current version and its older ones, newest first. */
export function defineActivity<
  const Name extends string,
  const IV extends number,
  I extends z.ZodObject,
  const RV extends number,
  R extends z.ZodObject,
>(
  name: Name,
  { intent, rules, result, errors = [], ...words }: Definition<IV, I, RV, R>,
  ...older: readonly Superseded<never, z.input<I>, z.output<R>>[]
): ActivityUnitOf<Name, IV, I, RV, R> {
  const type = activityType(name, intent.version);
  const keys = { intentKey: intentKey(name, intent.version), resultKey: resultKey(name, result.version) };
  const current = {
    type,
    ...keys,
    parameters: component(capitalize(keys.intentKey), intentWords(type), intent.schema, rules),
    result: component(capitalize(keys.resultKey), resultWords(type), result.schema),
  };

  const olderType = (entry: Superseded<never, z.input<I>, z.output<R>>): OlderType<z.input<I>, z.output<R>> => {
    const type: string = activityType(name, entry.version);
    const parts = {
      type,
      intentKey: intentKey(name, entry.version) as string,
      resultKey: (entry.result ? resultKey(name, entry.result.version) : current.resultKey) as string,
      parameters: entry.parameters.describe(intentWords(type)),
      result: (entry.result?.schema ?? (result.schema as z.ZodObject)).describe(resultWords(type)),
    };
    return {
      version: entry.version,
      change: entry.change,
      ...parts,
      ...bodies(parts, (_part, description, schema) => schema.describe(description)),
      upgrade: entry.upgrade as ((parameters: unknown) => z.input<I>) | NeedsServer,
      downgrade: entry.downgrade ?? ((same) => same),
      example: entry.example,
    };
  };

  return {
    kind: 'activity',
    name,
    method: methodName(name),
    path: `/public/v1/submit/${name}`,
    version: intent.version,
    ...words,
    errors,
    ...current,
    ...bodies(current, (part, description, schema) =>
      component(`${componentPrefix(name)}${part}`, description, schema),
    ),
    superseded: older.map(olderType),
  };
}
