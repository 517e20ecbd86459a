import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const source = JSON.stringify(new URL('command.ts', import.meta.url));
const command = (body: string, ...args: string[]) =>
  run(process.execPath, [
    '--input-type=module-typescript',
    `--eval=import { Refusal, runCommand } from ${source};
            await runCommand('what it does', async (words, flags) => { ${body} }, ['loud']);`,
    '--',
    ...args,
  ]);

test('default', async () => {
  expect(await command("return 'done'")).toEqual({ stdout: 'done\n', stderr: '' });
});

test('args: help', async () => {
  expect(await command("throw new Error('ran')", '--help')).toEqual({ stdout: 'what it does\n', stderr: '' });
});

test('args: words and a flag', async () => {
  const told = 'return JSON.stringify([words, flags.loud])';
  expect((await command(told, 'a', '--loud', 'b')).stdout).toBe('[["a","b"],true]\n');
  expect((await command(told, 'a')).stdout).toBe('[["a"],null]\n');
});

test('error: refusal', async () => {
  const refusal = { code: 1, stdout: '', stderr: 'not like this\n' };
  await expect(command("throw new Refusal('not like this')")).rejects.toMatchObject(refusal);
});

test('error: defect', async () => {
  const defect = { code: 1, stderr: expect.stringMatching(/TypeError: broken\n +at /) };
  await expect(command("throw new TypeError('broken')")).rejects.toMatchObject(defect);
});
