import { document, type OpenApiDocument } from '@mintmark/openapi';
import { expect, test } from 'vitest';
import { buildSyntheticDocument } from './synthetic-document.ts';

const stampedPaths = ({ paths }: OpenApiDocument) => Object.keys(paths).filter((path) => path.startsWith('/public/'));
const schemasIn = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);

test('default: the requested number of operations, each with its own names and components', () => {
  const synthetic = buildSyntheticDocument(document, 120);
  expect(stampedPaths(synthetic)).toHaveLength(120);
  expect(synthetic.paths).toMatchObject(document.paths);
  const operations = Object.values(synthetic.paths) as { post: { operationId: string; requestBody: object } }[];
  expect(new Set(operations.map(({ post }) => post.operationId)).size).toBe(operations.length);
  expect(new Set(operations.flatMap(({ post }) => schemasIn(post.requestBody))).size).toBe(operations.length);
  const types = JSON.stringify(synthetic.paths).match(/"x-activity-versions":\[\{"type":"\w+"/g) ?? [];
  expect(new Set(types).size).toBe(types.length);
});

test('behavior: every reference resolves to a component', () => {
  const { paths, components } = buildSyntheticDocument(document, 120);
  expect(schemasIn({ paths, components }).filter((name) => !(name in components.schemas))).toEqual([]);
});

test('args: fewer operations than exist, including the one that the client itself calls', () => {
  const paths = stampedPaths(buildSyntheticDocument(document, 5));
  expect(paths).toHaveLength(5);
  expect(paths).toContain('/public/v1/query/get_activity');
  expect(stampedPaths(document)).toEqual(expect.arrayContaining(paths));
});
