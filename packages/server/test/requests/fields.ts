import type { z } from 'zod';

/** A value inside of a request, as its schema has it. */
export interface Field {
  /** Where it stands; the items of a list are its item 0. */
  readonly path: readonly (string | number)[];
  /** The name of the member that it is, or is an item of; empty for the request itself. */
  readonly name: string;
  readonly schema: z.core.$ZodType;
  readonly isOptional: boolean;
}

/** The definition behind a schema, as a union that `type` tells apart. */
export const definitionOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

/** A schema and all that are inside of it. */
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

/** The same value with another one inside of it; members and items on the way are made if they are missing. */
export function withValue(value: unknown, [key, ...rest]: Field['path'], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (typeof key === 'number') {
    const list = Array.isArray(value) ? value : [];
    return Object.assign([...list], { [key]: withValue(list[key], rest, replacement) });
  }
  const object = (value ?? {}) as Record<string, unknown>;
  return { ...object, [key]: withValue(object[key], rest, replacement) };
}
