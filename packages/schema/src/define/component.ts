import type { z } from 'zod';
import { type ErrorName, errors } from '../errors.ts';

/** A rule that JSON Schema cannot say: checked by the schema, told in the description, refused with its own error. */
export interface Rule<T> {
  readonly error: ErrorName;
  readonly description: string;
  readonly holds: (value: T) => boolean;
  /** The member that a violation is reported at; the object itself when absent. */
  readonly path?: string;
}

/**
 * A schema that the document lists under a name of its own.
 *
 * The bound is Zod's core type: to compare each schema with the full one would cost most of the type checking of the
 * package.
 */
export function component<T extends z.core.$ZodType>(
  name: string,
  description: string,
  schema: T,
  rules: readonly Rule<z.output<T>>[] = [],
): T {
  let ruled = schema as unknown as z.ZodType<z.output<T>>;
  for (const { error, holds, path } of rules) {
    ruled = ruled.refine(holds, {
      error: errors[error].message,
      params: { errorCode: error },
      ...(path !== undefined && { path: [path] }),
    });
  }
  // Metadata comes last: a refinement after it would give a schema that has lost its name.
  const named = ruled.meta({
    id: name,
    description: [description, ...rules.map((rule) => rule.description)].join(' '),
    ...(rules.length > 0 && {
      'x-rules': rules.map((rule) => ({ errorCode: rule.error, description: rule.description })),
    }),
  });
  return named as unknown as T;
}
