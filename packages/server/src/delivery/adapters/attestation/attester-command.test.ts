import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { afterAll, expect, test, vi } from 'vitest';
import { createAttesterCommand } from './attester-command.ts';

const directory = await temporaryDirectory();
afterAll(() => directory[Symbol.asyncDispose]());

const boot = { manifestDigest: 'ab'.repeat(32), publicKey: `04${'cd'.repeat(129)}` };
let scripts = 0;

/** An attester that runs this script of a shell. */
async function attesterOf(script: string, options: { readonly timeoutMs?: number } = {}) {
  const file = join(directory.path, `attester-${++scripts}`);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o700);
  return { file, attest: () => createAttesterCommand({ command: [file, 'first', '$HOME'] }, options).attest(boot) };
}

test('default: gets what to attest on its standard input, and prints base64', async () => {
  const { attest } = await attesterOf('base64 -w 0');
  expect(JSON.parse(Buffer.from(await attest()).toString())).toEqual(boot);
});

test('args: its arguments are passed as they are', async () => {
  const { attest } = await attesterOf('printf "%s %s" "$1" "$2" | base64');
  expect(Buffer.from(await attest()).toString()).toBe('first $HOME');
});

test('behavior: it does not get the environment of the service', async () => {
  vi.stubEnv('MINTMARK_CANARY', 'secret');
  const { attest } = await attesterOf('env | base64 -w 0');
  const names = Buffer.from(await attest())
    .toString()
    .split('\n')
    .map((line) => line.split('=')[0]);
  vi.unstubAllEnvs();
  expect(names).toContain('PATH');
  expect(names).not.toContain('MINTMARK_CANARY');
});

test('behavior: it may ignore its input', async () => {
  const { attest } = await attesterOf('echo AAAA');
  expect([...(await attest())]).toEqual([0, 0, 0]);
});

test.each([
  ['it fails', 'echo secret >&2; exit 3', 'it exited with 3'],
  ['it prints nothing', 'true', 'did not print a document in base64'],
  ['it prints no base64', 'echo "not base64!"', 'did not print a document in base64'],
  ['it prints too much', 'yes AAAA', 'it printed more than 262144 bytes'],
  ['it takes too long', 'exec sleep 60', 'it took longer than 500 ms'],
])('error: %s', async (_, script, problem) => {
  const { file, attest } = await attesterOf(script, { timeoutMs: 500 });
  const error = await attest().catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ name: 'AttesterError', message: expect.stringContaining(problem) });
  expect(String(error)).toContain(file);
  expect(String(error)).not.toContain('secret');
});

test('error: there is no such program', async () => {
  const attester = createAttesterCommand({ command: [join(directory.path, 'none')] });
  await expect(attester.attest(boot)).rejects.toThrow('ENOENT');
});
