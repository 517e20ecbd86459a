import { registry } from '@mintmark/schema';
import { expect, test } from 'vitest';
import { withUnanswered } from './readme-unanswered.ts';

const readme = 'Before.\n\n<!-- unanswered -->\nold words\n<!-- /unanswered -->\n\nAfter.\n';
const paths = Object.keys(registry).map((name) => `chapter/${name.replaceAll('_', '-')}.ts`);

test('default: operations without a handler in alphabetical order, without votes', () => {
  const handlers = paths.filter((path) => !/whoami|get-user\.ts|-activity\.ts/.test(path));
  expect(withUnanswered(readme, handlers)).toBe(
    'Before.\n\n<!-- unanswered -->\n' +
      'These operations are answered 501 so far:\n`dry_run_activity`, `get_activity`, `get_user`, `whoami`.' +
      '\n<!-- /unanswered -->\n\nAfter.\n',
  );
});

test('behavior: long lists are broken into lines of at most 120 characters', () => {
  const lines = withUnanswered(readme, []).split('\n');
  expect(lines.length).toBeGreaterThan(12);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

test('behavior: every operation has a handler', () => {
  expect(withUnanswered(readme, paths)).toContain('-->\nEvery operation of the contract is implemented.\n<!--');
});
