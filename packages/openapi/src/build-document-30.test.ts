import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { buildDocument30 } from './build-document-30.ts';
import { document, document30Path } from './index.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { renderJson } from './render.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests reach deep into a document whose shape they know.
type Loose = any;

const document30: OpenApiDocument = JSON.parse(await readFile(document30Path, 'utf8'));

const json = 'application/json';
const lookUp = (from: OpenApiDocument, ref: string): Loose =>
  ref
    .slice(2)
    .split('/')
    .reduce((at: Loose, key) => at[key], from);
const resolve = (from: OpenApiDocument, node: Loose): Loose => (node.$ref ? lookUp(from, node.$ref) : node);
const operationsOf = (from: OpenApiDocument): Loose[] => Object.values(from.paths).map((item) => item['post']);

/** The examples of an operation, by where they are shown. */
const examplesOf = (from: OpenApiDocument) =>
  operationsOf(from).map(({ operationId, requestBody, responses }) => {
    const { examples, schema } = requestBody.content[json];
    const answers = Object.entries(responses as Loose).map(([status, response]) => [
      status,
      Object.entries(resolve(from, response).content[json].examples).map(([name, example]) => [
        name,
        resolve(from, example),
      ]),
    ]);
    const requests = Object.values(examples ?? { request: { value: lookUp(from, schema.$ref).example } });
    return { operationId, requests, answers };
  });

/** The same value without the examples of schemas and of media types. */
const withoutExamples = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner) => (key === 'examples' || key === 'example' ? undefined : inner));

test('default: the committed file matches the document byte for byte', async () => {
  const stale = 'packages/openapi/v1 does not match the units. It is generated: run npm run generate';
  expect(await readFile(document30Path, 'utf8'), stale).toBe(renderJson(buildDocument30(document)));
});

describe('the same contract in both versions', () => {
  test('behavior: paths, schemas, responses, headers and security are the same except for their examples', () => {
    const { openapi, info: _info, ...told } = document30;
    const { openapi: _openapi, info: _info31, ...told31 } = document;
    expect(openapi).toBe('3.0.3');
    expect(withoutExamples(told)).toEqual(withoutExamples(told31));
  });

  test('behavior: every operation shows the same examples', () => {
    expect(examplesOf(document30)).toEqual(examplesOf(document));
  });

  test('behavior: every schema with examples shows the first of them', () => {
    const shown: [unknown, unknown][] = [];
    const compare = (schema31: Loose, schema30: Loose) => {
      if (schema31.examples) shown.push([schema30.example, schema31.examples[0]]);
      for (const [name, inner] of Object.entries(schema31.properties ?? {})) compare(inner, schema30.properties[name]);
      if (schema31.items) compare(schema31.items, schema30.items);
    };
    const schemas30: Loose = document30.components.schemas;
    for (const [name, schema] of Object.entries(document.components.schemas)) compare(schema, schemas30[name]);
    expect(shown.length).toBeGreaterThan(200);
    for (const [found, expected] of shown) expect(found).toEqual(expected);
  });

  test('behavior: has the name, version, summary, description and licence', () => {
    const { title, version, summary, description } = document.info;
    expect(document30.info).toEqual({
      title,
      version,
      description: `${summary}\n\n${description}`,
      license: { name: 'Apache-2.0', url: 'https://spdx.org/licenses/Apache-2.0.html' },
    });
  });

  test('behavior: does not change the original document', () => {
    const copy = structuredClone(document);
    buildDocument30(copy);
    expect(copy).toEqual(document);
  });
});

describe('where generators accept examples without a warning', () => {
  test('behavior: the example of a request is in its schema', () => {
    for (const { requestBody } of operationsOf(document30)) {
      expect(Object.keys(requestBody.content[json])).toEqual(['schema']);
    }
  });

  test('behavior: the examples of a response are components', () => {
    for (const { responses } of operationsOf(document30)) {
      const examples = Object.values(responses).flatMap((response) =>
        Object.values(resolve(document30, response).content[json].examples),
      );
      expect(examples.map((example) => Object.keys(example as object))).toEqual(examples.map(() => ['$ref']));
    }
  });
});

const withSchema = (schema: object) => {
  const copy: Loose = structuredClone(document);
  copy.components.schemas.Tag.properties.tagName = schema;
  return () => buildDocument30(copy);
};

test.each<[string, object, string]>([
  ['a list of types', { type: ['string', 'null'] }, 'no lists of types'],
  ['a constant', { const: 'x' }, 'const'],
  ['an exclusive limit', { type: 'integer', exclusiveMinimum: 0 }, 'exclusiveMinimum'],
  ['a tuple', { type: 'array', prefixItems: [] }, 'prefixItems'],
  ['a schema for member names', { type: 'object', propertyNames: {} }, 'propertyNames'],
  ['a description beside a reference', { $ref: '#/components/schemas/User', description: 'd' }, 'beside $ref'],
  ['examples beside a reference', { $ref: '#/components/schemas/User', examples: [] }, 'beside $ref'],
])('error: %s', (_name, schema, reason) => {
  const nested = { type: 'array', items: { type: 'object', additionalProperties: schema } };
  expect(withSchema(schema)).toThrow(`Tag.tagName: OpenAPI 3.0`);
  expect(withSchema(schema)).toThrow(reason);
  expect(withSchema(nested)).toThrow('Tag.tagName[]{}: OpenAPI 3.0');
});
