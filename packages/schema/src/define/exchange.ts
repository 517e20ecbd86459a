import type { z } from 'zod';
import { component, type Rule } from '../component.ts';
import type { ErrorName } from '../errors.ts';
import { componentPrefix, type MethodName, methodName, type PathName, pathName } from './names.ts';
import type { OwnErrors, UnitWords } from './unit-words.ts';

export interface ExchangeDefinition<Q extends z.ZodObject, A extends z.ZodObject> extends UnitWords, OwnErrors {
  readonly request: Q;
  readonly rules?: readonly Rule<z.output<NoInfer<Q>>>[];
  readonly response: A;
  /** The same bytes sent again within 24 hours get the first response, and nothing is executed twice. */
  readonly repeatable?: true;
  readonly example: { readonly request: z.input<NoInfer<Q>>; readonly response: z.input<NoInfer<A>> };
}

/** The unit of an operation with one request and one response, without an envelope. */
export interface ExchangeUnit<
  Kind extends string,
  Base extends string,
  Name extends string,
  Q extends z.ZodObject,
  A extends z.ZodObject,
> extends UnitWords {
  readonly kind: Kind;
  readonly name: Name;
  /** The name of the operation in code. */
  readonly method: MethodName<Name>;
  readonly path: `${Base}/${PathName<Name>}`;
  readonly request: Q;
  readonly response: A;
  readonly errors: readonly ErrorName[];
  readonly repeatable?: true;
  readonly example: { readonly request: z.input<Q>; readonly response: z.input<A> };
}

/** Creates the constructor of one kind of exchange. */
export const exchangeConstructor =
  <const Kind extends 'query' | 'proxy', const Base extends string>(kind: Kind, base: Base) =>
  <const Name extends string, Q extends z.ZodObject, A extends z.ZodObject>(
    name: Name,
    { request, rules, response, errors = [], ...words }: ExchangeDefinition<Q, A>,
  ): ExchangeUnit<Kind, Base, Name, Q, A> => ({
    kind,
    name,
    method: methodName(name),
    path: `${base}/${pathName(name)}`,
    ...words,
    errors,
    request: component(`${componentPrefix(name)}Request`, `The request body of ${name}.`, request, rules),
    response: component(`${componentPrefix(name)}ResponseBody`, `The response to ${name}.`, response),
  });
