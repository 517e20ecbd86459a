import { expect, test } from 'vitest';
import { compareTestNames } from './compare-test-names.ts';

const tests = (file: string, ...names: string[]) => names.map((name) => ({ file, name }));

test('default', () => {
  const before = [...tests('packages/a/src/one.test.ts', 'default', 'error: x'), ...tests('b.test.ts', 'default')];
  const after = [...tests('packages/a/src/one.test.ts', 'default', 'error: y'), ...tests('b.test.ts', 'default')];
  expect(compareTestNames(before, after)).toMatchInlineSnapshot(`
    "Tests before: 3, after: 3, of these in a moved file: 0
    Disappeared: 1
      packages/a/src/one.test.ts > error: x
    Added: 1
      packages/a/src/one.test.ts > error: y"
  `);
});

test('behavior: a file that was moved keeps its tests', () => {
  const before = tests('packages/a/src/one.test.ts', 'default', 'error: x');
  const after = tests('packages/b/src/one.test.ts', 'default');
  expect(compareTestNames(before, after)).toMatchInlineSnapshot(`
    "Tests before: 2, after: 1, of these in a moved file: 1
    Disappeared: 1
      packages/a/src/one.test.ts > error: x
    Added: 0"
  `);
});

test('behavior: a name that a file has twice is two tests', () => {
  expect(compareTestNames(tests('a.test.ts', 'default', 'default'), tests('a.test.ts', 'default'))).toContain(
    'Disappeared: 1\n  a.test.ts > default',
  );
});

test('behavior: the same name in a file of another name is another test', () => {
  const text = compareTestNames(tests('a.test.ts', 'default'), tests('b.test.ts', 'default'));
  expect(text).toContain('Disappeared: 1\n  a.test.ts > default\nAdded: 1\n  b.test.ts > default');
});
