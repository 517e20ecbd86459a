import { describe, expect, test } from 'vitest';
import { type ContractDocument, readContractDocument, type Schema } from './contract-document.ts';
import { findMistakes } from './find-mistakes.ts';
import { operationsOf } from './operation.ts';

const document = readContractDocument();

const find = (schema: Schema, value: unknown) =>
  findMistakes(
    { components: { schemas: { Name: { type: 'string', minLength: 2 } } } } as unknown as ContractDocument,
    schema,
    value,
  ).map(({ path, problem }) => [path.join('.'), problem]);

/** The keywords that are checked, and those that only describe. */
const keywords = {
  checked: [
    '$ref',
    'type',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'anyOf',
    'const',
    'enum',
    'pattern',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
  ],
  described: ['description', 'examples', 'x-rules'],
};

/** Every schema that a request reaches. */
function* schemasIn(schema: Schema, seen: Set<string>): Generator<Schema> {
  yield schema;
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined && !seen.has(name)) {
    seen.add(name);
    yield* schemasIn(document.components.schemas[name] ?? {}, seen);
  }
  for (const inner of Object.values(schema.properties ?? {})) yield* schemasIn(inner, seen);
  for (const inner of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]) yield* schemasIn(inner, seen);
}

const schemas = operationsOf(document).flatMap(({ schema, versions }) => {
  const all = [schema, ...versions.flatMap(({ parameters }) => parameters ?? [])];
  return all.flatMap((each) => [...schemasIn(each, new Set())]);
});

describe('findMistakes', () => {
  test('behavior: knows every keyword that the document uses for requests', () => {
    const known = [...keywords.checked, ...keywords.described];
    const used = new Set(schemas.flatMap((schema) => Object.keys(schema)));
    expect([...used].filter((keyword) => !known.includes(keyword))).toEqual([]);
    expect(used.size).toBeGreaterThan(keywords.checked.length);
  });

  test('behavior: every pattern of the document can be used', () => {
    const patterns = schemas.flatMap(({ pattern }) => pattern ?? []);
    expect(patterns.length).toBeGreaterThan(100);
    for (const pattern of patterns) new RegExp(pattern, 'u');
  });

  test('default', () => {
    const schema: Schema = {
      type: 'object',
      properties: { a: { $ref: '#/components/schemas/Name' } },
      required: ['a'],
      additionalProperties: false,
    };
    expect(find(schema, { a: 'xy' })).toEqual([]);
    expect(find(schema, { b: 'xy' })).toEqual([
      ['b', 'is not a field; the only one is a'],
      ['a', 'is missing'],
    ]);
  });

  test.each<[string, Schema, unknown, string]>([
    ['a string that is a number', { type: 'string' }, 1, 'must be a string, but is a number'],
    ['null', { type: 'string' }, null, 'must be a string, but is null'],
    ['a list that is an object', { type: 'array' }, {}, 'must be a list, but is an object'],
    ['an object that is a list', { type: 'object' }, [], 'must be an object, but is a list'],
    ['a fraction', { type: 'integer' }, 1.5, 'must be a whole number, but is a number'],
    ['a number that is not exact', { type: 'integer' }, 2 ** 53, 'must be a whole number, but is a number'],
    ['a boolean that is a string', { type: 'boolean' }, 'true', 'must be true or false, but is a string'],
    ['an empty string', { type: 'string', minLength: 1 }, '', 'is empty'],
    ['a short string', { $ref: '#/components/schemas/Name' }, 'a', 'must have at least 2 characters'],
    ['a long string', { type: 'string', maxLength: 2 }, 'abc', 'must have at most 2 characters, but has 3'],
    ['a wrong form', { type: 'string', pattern: '^a$' }, 'b', 'has the wrong form'],
    [
      'a wrong form with an example',
      { type: 'string', pattern: '^a$', examples: ['a'] },
      'b',
      'has the wrong form; an example is "a"',
    ],
    ['a small number', { type: 'integer', minimum: 1 }, 0, 'must be at least 1'],
    ['a large number', { type: 'integer', maximum: 1 }, 2, 'must be at most 1'],
    ['a short list', { type: 'array', minItems: 1 }, [], 'must have at least 1 entry, but has 0'],
    ['a long list', { type: 'array', maxItems: 2 }, [1, 2, 3], 'must have at most 2 entries, but has 3'],
    ['another value', { type: 'string', enum: ['ONE', 'OTHER'] }, 'x', 'must be one of ONE, OTHER'],
    ['another constant', { type: 'string', const: 'a' }, 'b', 'must be "a"'],
    ['another number', { type: 'integer', enum: [12, 24] }, 13, 'must be one of 12, 24'],
    [
      'a misspelt value',
      { type: 'string', enum: ['FIRST', 'SECOND'] },
      'FISRT',
      'is not an allowed value; did you mean FIRST?',
    ],
  ])('error: %s', (_, schema, value, problem) => {
    expect(find(schema, value)).toEqual([['', problem]]);
  });

  test('behavior: characters are counted, not the units of UTF-16', () => {
    expect(find({ type: 'string', maxLength: 1 }, '😀')).toEqual([]);
  });

  test('behavior: one of several schemas is enough', () => {
    const schema: Schema = { anyOf: [{ type: 'string', minLength: 3 }, { type: 'integer' }] };
    expect([find(schema, 'abc'), find(schema, 5)]).toEqual([[], []]);
    expect(find(schema, 'a')).toEqual([['', 'must have at least 3 characters']]);
  });

  test('behavior: the path leads to the mistake', () => {
    const schema: Schema = { type: 'object', properties: { list: { type: 'array', items: { type: 'string' } } } };
    expect(find(schema, { list: ['a', 1] })).toEqual([['list.1', 'must be a string, but is a number']]);
  });
});
