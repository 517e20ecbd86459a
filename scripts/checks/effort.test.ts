import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEffort } from '@mintmark/testing/effort';
import { leftOutLine } from '@mintmark/testing/run-reporter';
import { expect, test } from 'vitest';
import { root } from '../command.ts';

test('default', () => {
  expect(readEffort({})).toEqual({ isFull: false, times: 1, seed: 1 });
  expect(readEffort({ TEST_EFFORT: '', TEST_SEED: '' })).toEqual(readEffort({ TEST_EFFORT: 'usual', TEST_SEED: '1' }));
  expect(readEffort({ TEST_EFFORT: 'full' })).toEqual({ isFull: true, times: 1, seed: 1 });
  expect(readEffort({ TEST_EFFORT: '25', TEST_SEED: '7' })).toEqual({ isFull: true, times: 25, seed: 7 });
});

test.each(['Full', 'small', '0', '-1', '1.5', '10000', 'full '])('error: an effort of %j', (text) => {
  expect(() => readEffort({ TEST_EFFORT: text })).toThrow(`not ${text}`);
});

test.each(['one', '-1', '1e3', '1234567890'])('error: a seed of %j', (text) => {
  expect(() => readEffort({ TEST_SEED: text })).toThrow(`not ${text}`);
});

test('behavior: one line says what was left out', () => {
  const files = [
    { name: 'a.test.ts', leftOut: ['9 of 10 rounds', 'the story in deno'] },
    { name: 'b.test.ts', leftOut: [] },
  ];
  expect(leftOutLine(['tests on another PostgreSQL'], files)).toBe(
    'left out by the usual effort: tests on another PostgreSQL; a.test.ts: 9 of 10 rounds, the story in deno. ' +
      'TEST_EFFORT=full runs it.',
  );
  expect(leftOutLine([], [])).toBeUndefined();
});

/** Variables of the environment that tests may read: where programs are, and what a check of other languages is told. */
const allowed = /^(?:PATH|NODE_TLS_REJECT_UNAUTHORIZED|ORGANIZATION_ID|LETTERS_URL|MINTMARK_\w+)$/;

test('behavior: no test reads from the environment how much it does', () => {
  const files = globSync('{packages,scripts}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
  });
  const sources = files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const named = sources.filter(({ text }) => /TEST_(?:EFFORT|SEED)'\]/.test(text)).map(({ path }) => path);
  expect(named).toEqual(['packages/testing/src/effort.ts']);
  const read = sources
    .filter(({ path }) => /\.test(?:-d)?\.tsx?$|\/test\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/process\.env(?:\['(\w+)'\]|\.(\w+))/g)].map(([, one, other]) => ({
        path,
        name: one ?? other,
      })),
    );
  expect(read.length).toBeGreaterThan(5);
  expect(read.filter(({ name }) => !allowed.test(name ?? ''))).toEqual([]);
});
