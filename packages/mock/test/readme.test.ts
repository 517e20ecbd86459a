import { readFileSync } from 'node:fs';
import { scenarios } from '@mintmark/mock';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const readme = read('../README.md');

test('behavior: the README shows a test that runs', () => {
  expect(/```typescript\n(.*?)```/s.exec(readme)?.[1]).toBe(read('example.test.ts'));
});

test('behavior: the README has every scenario', () => {
  const rows = Object.entries(scenarios).map(([name, { words }]) => `| \`${name}\` | ${words} |\n`);
  expect(/\| Scenario \| What happens \|\n\|---\|---\|\n((?:\|.*\n)*)/.exec(readme)?.[1]).toBe(rows.join(''));
});
