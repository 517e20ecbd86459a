import type { z } from 'zod';

/** A value inside a request, with its schema. */
export interface Field {
  /** Its path; item 0 stands for all items of a list. */
  readonly path: readonly (string | number)[];
  /** The name of its member, or of the list that it is an item of; empty for the request itself. */
  readonly name: string;
  readonly schema: z.core.$ZodType;
  readonly isOptional: boolean;
}

/** The definition of a schema, as a union that is discriminated by `type`. */
export const definitionOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

/** A schema and all schemas inside it. */
export function* fieldsOf(
  schema: z.core.$ZodType,
  path: Field['path'] = [],
  name = '',
  isOptional = false,
): Generator<Field> {
  const def = definitionOf(schema);
  if (def.type === 'optional') return yield* fieldsOf(def.innerType, path, name, true);
  yield { path, name, schema, isOptional };
  if (def.type === 'array') yield* fieldsOf(def.element, [...path, 0], name);
  if (def.type === 'object')
    for (const [member, inner] of Object.entries(def.shape)) yield* fieldsOf(inner, [...path, member], member);
}

/** The same value with another value at a path; missing members and items on the path are created. */
export function withValue(value: unknown, [key, ...rest]: Field['path'], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (typeof key === 'number') {
    const list = Array.isArray(value) ? value : [];
    return Object.assign([...list], { [key]: withValue(list[key], rest, replacement) });
  }
  const object = (value ?? {}) as Record<string, unknown>;
  return { ...object, [key]: withValue(object[key], rest, replacement) };
}
