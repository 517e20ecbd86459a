import { type ContractDocument, resolveSchema, type Schema } from './contract-document.ts';
import { nearestName } from './nearest-name.ts';

/** What is wrong with a field. No message has the value: it may be a secret. */
export interface Mistake {
  /** The names on the way to the field. */
  readonly path: readonly string[];
  readonly problem: string;
  /** Whether a list is missing, which may be empty. */
  readonly isList?: boolean;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const words: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Finds what a schema does not allow in a value. */
export function findMistakes(
  document: ContractDocument,
  written: Schema,
  value: unknown,
  path: readonly string[] = [],
): Mistake[] {
  const schema = resolveSchema(document, written);
  if (schema.anyOf) {
    const [fewest = []] = schema.anyOf
      .map((branch) => findMistakes(document, branch, value, path))
      .toSorted((one, other) => one.length - other.length);
    return fewest;
  }
  const kind = kindOf(value);
  const fits =
    schema.type === 'integer' ? Number.isSafeInteger(value) : schema.type === undefined || kind === schema.type;
  if (!fits) return [{ path, problem: `must be ${words[schema.type ?? '']}, but is ${words[kind]}` }];
  if (Array.isArray(value)) return [...ofList(schema, value, path), ...itemsOf(document, schema, value, path)];
  if (isObject(value)) return ofObject(document, schema, value, path);
  const problem =
    ofEnum(schema, value) ?? (typeof value === 'string' ? ofString(schema, value) : ofNumber(schema, value));
  return problem === undefined ? [] : [{ path, problem }];
}

function ofObject(
  document: ContractDocument,
  { properties = {}, required = [], additionalProperties }: Schema,
  value: Readonly<Record<string, unknown>>,
  path: readonly string[],
): Mistake[] {
  const mistakes: Mistake[] = [];
  for (const [name, inner] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema) mistakes.push(...findMistakes(document, schema, inner, [...path, name]));
    else if (additionalProperties === false)
      mistakes.push({ path: [...path, name], problem: unknownField(name, Object.keys(properties)) });
  }
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue;
    const { type } = resolveSchema(document, properties[name] ?? {});
    mistakes.push({ path: [...path, name], problem: 'is missing', isList: type === 'array' });
  }
  return mistakes;
}

/** Says which field a misspelt one may be, or which ones there are. */
export function unknownField(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  if (nearest) return `is not a field; did you mean ${nearest}?`;
  if (known.length === 0) return 'is not a field: no fields are allowed';
  return `is not a field; ${known.length === 1 ? 'the only one is' : 'there are'} ${known.join(', ')}`;
}

const itemsOf = (document: ContractDocument, { items }: Schema, list: readonly unknown[], path: readonly string[]) =>
  items ? list.flatMap((item, index) => findMistakes(document, items, item, [...path, String(index)])) : [];

const entries = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`;

function ofList(
  { minItems = 0, maxItems }: Schema,
  { length }: readonly unknown[],
  path: readonly string[],
): Mistake[] {
  if (length < minItems) return [{ path, problem: `must have at least ${entries(minItems)}, but has ${length}` }];
  if (maxItems !== undefined && length > maxItems)
    return [{ path, problem: `must have at most ${entries(maxItems)}, but has ${length}` }];
  return [];
}

function ofEnum(schema: Schema, value: unknown): string | undefined {
  if (schema.const !== undefined && schema.const !== value) return `must be ${JSON.stringify(schema.const)}`;
  if (!schema.enum || schema.enum.some((known) => known === value)) return undefined;
  const nearest = typeof value === 'string' ? nearestName(value, schema.enum.map(String)) : undefined;
  return nearest ? `is not an allowed value; did you mean ${nearest}?` : `must be one of ${schema.enum.join(', ')}`;
}

function ofString(schema: Schema, value: string): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, examples = [] } = schema;
  // JSON Schema counts characters, not the units of UTF-16.
  const length = [...value].length;
  if (length < minLength) return minLength === 1 ? 'is empty' : `must have at least ${minLength} characters`;
  if (length > maxLength) return `must have at most ${maxLength} characters, but has ${length}`;
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return undefined;
  return examples.length === 0
    ? 'has the wrong form'
    : `has the wrong form; an example is ${JSON.stringify(examples[0])}`;
}

function ofNumber({ minimum, maximum }: Schema, value: unknown): string | undefined {
  if (minimum !== undefined && Number(value) < minimum) return `must be at least ${minimum}`;
  if (maximum !== undefined && Number(value) > maximum) return `must be at most ${maximum}`;
  return undefined;
}
