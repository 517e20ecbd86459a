import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { languages } from './languages.ts';

const run = promisify(execFile);
const command = (...args: string[]) =>
  run(process.execPath, [join(import.meta.dirname, 'index.ts'), ...args], { env: { ...process.env, PATH: '' } });

test('args: help', async () => {
  expect((await command('--help')).stdout).toContain(
    'Usage: npm run check:languages [-- go python rust java] [--keep]',
  );
});

test('error: no toolchains', async () => {
  const lines = languages.map(
    ({ name, tools: [tool] }) => `not run: ${name}: ${tool?.name} is not installed: ${tool?.install}\n`,
  );
  await expect(command()).rejects.toMatchObject({ code: 1, stdout: '', stderr: lines.join('') });
});

test('error: no toolchain for the requested language', async () => {
  await expect(command('rust')).rejects.toMatchObject({
    code: 1,
    stderr: 'not run: rust: Cargo is not installed: see https://rustup.rs\n',
  });
});

test('error: no such language', async () => {
  await expect(command('go', 'cobol')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no such language: cobol'),
  });
});
