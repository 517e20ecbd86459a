import type { z } from 'zod';
import { type ErrorName, errors } from './errors.ts';

/** A rule that JSON Schema cannot express: the schema checks it, the description states it, and it has its own error. */
export interface Rule<T> {
  readonly error: ErrorName;
  readonly description: string;
  readonly holds: (value: T) => boolean;
  /** The member that a violation is reported for; the object itself if absent. */
  readonly path?: string;
}

/**
 * A schema that is a named component of the document.
 *
 * The type bound is Zod's core type: comparing each schema with the full type would take most of the package's type-checking
 * time.
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
  // Metadata comes last: a refinement after it would return a schema without the name.
  const named = ruled.meta({
    id: name,
    description: [description, ...rules.map((rule) => rule.description)].join(' '),
    ...(rules.length > 0 && {
      'x-rules': rules.map((rule) => ({ errorCode: rule.error, description: rule.description })),
    }),
  });
  return named as unknown as T;
}
