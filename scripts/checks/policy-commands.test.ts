import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildIfChanged } from '@mintmark/cli/build';
import { compileCache } from '@mintmark/testing/compile-cache';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../command.ts';

const page = readFileSync(join(root, 'docs/policies.md'), 'utf8');
const files = [...page.matchAll(/`([\w-]+\.json)`:\n\n```json\n(.*?)```/gs)];
const commands = [...page.matchAll(/```sh\nmintmark (.*?)\n```\n\n```text\n(.*?)```/gs)].map(
  ([, words = '', output = '']) => ({ words, output }),
);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-policy-commands-'));
  for (const [, name = '', json = ''] of files) writeFileSync(join(directory, name), json);
});
afterAll(() => rmSync(directory, { recursive: true }));

test('default: the page has commands', () => {
  expect([files.length, commands.length]).toEqual([1, 2]);
});

test.each(commands)('behavior: mintmark $words', async ({ words, output }) => {
  const args = [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  const bin = await buildIfChanged();
  const env = { PATH: process.env['PATH'], ...compileCache };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [bin, ...args], { cwd: directory, env });
  expect(stderr).toBe('');
  expect(stdout).toBe(output);
});
