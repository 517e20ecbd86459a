import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const check = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [new URL('index.ts', import.meta.url).pathname, ...args]).then(
    ({ stdout }) => [0, stdout] as const,
    ({ code, stderr }: { readonly code: number; readonly stderr: string }) => [code, stderr] as const,
  );

test('default: --help says which version it takes, and from where', async () => {
  const [code, text] = await check('--help');
  expect(code).toBe(0);
  expect(text).toContain('Usage: npm run check:citus -- ARCHIVE');
  expect(text).toMatch(/https:\/\/github\.com\/citusdata\/citus\/archive\/refs\/tags\/v\d+\.\d+\.\d+\.tar\.gz/);
});

test('error: no archive, or several', async () => {
  for (const args of [[], ['one', 'two']]) expect(await check(...args)).toEqual([1, expect.stringContaining('Usage:')]);
});
