import type { z } from 'zod';
import { component } from './component.ts';
import type { ErrorName } from './errors.ts';
import { componentPrefix, methodName } from './names.ts';
import type { TagName } from './tags.ts';

export interface ExchangeDefinition<Q extends z.ZodObject, A extends z.ZodObject> {
  readonly tag: TagName;
  readonly summary: string;
  readonly description: string;
  readonly request: Q;
  readonly response: A;
  /** Errors of this operation beyond those that all of its kind can answer with. */
  readonly errors?: readonly ErrorName[];
  readonly example: { readonly request: z.input<NoInfer<Q>>; readonly response: z.input<NoInfer<A>> };
}

/** The constructor of a kind of unit that is one request and one answer, with no envelope around them. */
export const exchange =
  <const Kind extends string, const Base extends string>(kind: Kind, base: Base) =>
  <const Name extends string, Q extends z.ZodObject, A extends z.ZodObject>(
    name: Name,
    { tag, summary, description, request, response, errors = [], example }: ExchangeDefinition<Q, A>,
  ) => {
    const prefix = componentPrefix(name);
    return {
      kind,
      name,
      method: methodName(name),
      path: `${base}/${name}` as const,
      tag,
      summary,
      description,
      errors,
      request: component(`${prefix}Request`, `The body of ${name}.`, request),
      response: component(`${prefix}Response`, `The answer to ${name}.`, response),
      example,
    };
  };
