import { registry } from '@mintmark/schema';
import { expect, test } from 'vitest';
import { statusWords } from './status-words.ts';

const paths = Object.keys(registry).map((name) => `chapter/${name.replaceAll('_', '-')}.ts`);

test('default: operations without a handler in alphabetical order, without votes', () => {
  const handlers = paths.filter((path) => !/whoami|get-user\.ts|-activity\.ts/.test(path));
  expect(statusWords(handlers)).toBe(
    '**No security audit has been done.** These operations are answered 501 so far:\n`dry_run_activity`, `get_activity`, `get_user`, `whoami`.',
  );
});

test('behavior: long lists are broken into lines of at most 120 characters', () => {
  const lines = statusWords([]).split('\n');
  expect(lines.length).toBeGreaterThan(12);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

test('behavior: every operation has a handler', () => {
  expect(statusWords(paths)).toBe(
    '**Every operation of the contract is implemented. No security audit has been done.**',
  );
});
