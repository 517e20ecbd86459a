import type { ErrorName } from '@mintmark/schema';
import type { Json, JsonObject } from '@mintmark/stamper/encoding';
import type { z } from 'zod';
import { ApiError } from '../model/api-error.ts';

/** A value without its null members: null counts as absent everywhere. */
export const withoutNulls = (value: Json): Json => (hasNull(value) ? copyWithoutNulls(value) : value);

/** Whether a member of a value is null. */
function hasNull(value: Json): boolean {
  if (Array.isArray(value)) return value.some(hasNull);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => member === null || hasNull(member));
}

function copyWithoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyWithoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, Json> = {};
  // No name is that of a prototype: the strict reader refuses those.
  for (const [name, member] of Object.entries(value)) if (member !== null) kept[name] = copyWithoutNulls(member);
  return kept;
}

/** The body of an activity without ignored members: some clients copy generateAppProofs into the parameters. */
export function withoutIgnored(body: JsonObject): JsonObject {
  const cleaned = withoutNulls(body) as JsonObject;
  const { parameters } = cleaned;
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) return cleaned;
  if (!('generateAppProofs' in parameters)) return cleaned;
  const { generateAppProofs: _, ...kept } = parameters as JsonObject;
  return { ...cleaned, parameters: kept };
}

/** Parses a request by its schema, or throws an error that names the invalid fields. */
export function readBySchema<Schema extends z.ZodType>(schema: Schema, value: Json): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const fieldViolations = error.issues.flatMap(violationsOf);
  // Some rules have their own error code. A request that breaks several rules gets the first error.
  const rule = error.issues.find((issue) => issue.code === 'custom' && issue.params?.['errorCode']);
  const code = (rule?.code === 'custom' ? rule.params?.['errorCode'] : undefined) as ErrorName | undefined;
  const [{ field, description } = { field: '', description: '' }] = fieldViolations;
  throw code
    ? new ApiError(code, undefined, { fieldViolations })
    : new ApiError('REQUEST_INVALID', `${field}: ${description}`, { fieldViolations });
}

function violationsOf(issue: z.core.$ZodIssue): { field: string; description: string }[] {
  const at = (...more: PropertyKey[]) => [...issue.path, ...more].join('.');
  if (issue.code !== 'unrecognized_keys') return [{ field: at(), description: issue.message }];
  return issue.keys.map((key) => ({ field: at(key), description: 'Unrecognized key' }));
}
