import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { runMintmarkProcess, spawnMintmark } from '../test/mintmark-process.ts';
import { fileDirectory, policyFile } from '../test/policy-files.ts';
import { commands } from './commands/command-table.ts';

const bin = join(import.meta.dirname, 'bin.ts');
const directory = await fileDirectory();
afterAll(() => directory[Symbol.asyncDispose]());
await directory.write('policies.json', policyFile());

// Each is a process, and takes its time. What the commands do is tested within one process.
const runs: Readonly<Record<string, readonly [words: string, code: number, stdout: RegExp, stderr: RegExp]>> = {
  start: ['start --help', 0, /^Usage: mintmark start\n/, /^$/],
  call: ['call whoami', 2, /^$/, /^mintmark: there is no key: use --key FILE.* \(there is no \.mintmark\/root\.json,/],
  operations: ['operations whoami', 0, /^Organizations\n {2}whoami /m, /^$/],
  whoami: ['whoami --key nowhere', 2, /^$/, /^mintmark: there is no nowhere\n$/],
  completion: ['completion fish', 0, /\ncomplete -c mintmark .*\n$/, /^$/],
  'audit verify': ['audit verify', 1, /^$/, /^mintmark: there is no database in \.mintmark\/postgres: /],
  'audit heads': ['audit heads', 1, /^$/, /^mintmark: no output file given: use --file FILE\n$/],
  'policy test': ['policy test policies.json', 0, /\n4 passed, 0 failed\n$/, /^$/],
  'policy explain': ['policy explain policies.json --case none', 2, /^$/, /^mintmark: policies\.json has no case/],
  'policy replay': ['policy replay --policies policies.json', 2, /^$/, /^mintmark: there is no database in \.mintmark/],
  'proof verify': [
    'proof verify policies.json',
    2,
    /^$/,
    /^mintmark: the files have no app proof and no boot proof\n$/,
  ],
  'proof manifest': ['proof manifest', 0, /^\{\n {2}"version": "1",\n/, /^$/],
  'organization create': ['organization create --name Ada', 1, /^$/, /^mintmark: there is no database in \.mintmark/],
  'organization list': ['organization list', 1, /^$/, /^mintmark: there is no database in \.mintmark/],
  'root add-key': ['root add-key', 1, /^$/, /^mintmark: --organization is missing\n$/],
  'outbox list': ['outbox list', 1, /^$/, /^mintmark: there is no database in \.mintmark/],
  'outbox retry': ['outbox retry --id all', 1, /^$/, /^mintmark: there is no database in \.mintmark/],
  'mail test': ['mail test alice', 1, /^$/, /^mintmark: the recipient is not an e-mail address\n$/],
  'webhook send': ['webhook send', 1, /^$/, /^mintmark: --organization is missing\n$/],
  'database distribute': ['database distribute', 1, /^$/, /^mintmark: there is no database in \.mintmark/],
  'master-key create': ['master-key create', 0, /^created the master key \w{16} in keys\/master\.key\n/, /^$/],
  'master-key rotate': ['master-key rotate', 1, /^$/, /^mintmark: there is no database in \.mintmark/],
  'master-key status': ['master-key status', 1, /^$/, /^mintmark: there is no database in \.mintmark/],
};

describe('mintmark in a process of its own', () => {
  test('behavior: every command is run', () => {
    expect(Object.keys(runs)).toEqual(Object.keys(commands));
  });

  test.each(Object.entries(runs))('args: %s', async (name, [words, code, stdout, stderr]) => {
    const env = name === 'master-key create' ? { MINTMARK_DATA_DIR: 'keys' } : {};
    const ended = await runMintmarkProcess(words.split(' '), env, { cwd: directory.path });
    expect(ended.stderr).toMatch(stderr);
    expect(ended.stdout).toMatch(stdout);
    expect(ended.code).toBe(code);
    expect(existsSync(join(directory.path, '.mintmark'))).toBe(false);
  });

  test('behavior: standard input is read', async () => {
    const ended = await runMintmarkProcess(['proof', 'verify', '-'], {}, { cwd: directory.path, input: '{' });
    expect(ended).toEqual({ code: 2, stdout: '', stderr: 'mintmark: standard input is not JSON\n' });
  });

  test('behavior: colours if the environment asks for them', async () => {
    const words = ['policy', 'explain', 'policies.json', '--case', 'one pays a lot'];
    const { code, stdout } = await runMintmarkProcess(words, { FORCE_COLOR: '1' }, { cwd: directory.path });
    expect([code, stdout.split('\n')[0]]).toEqual([
      0,
      '\u{1b}[33mOUTCOME_REQUIRES_CONSENSUS\u{1b}[39m: "Large payments need two" waits for approvals',
    ]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('behavior: %s ends every command but start immediately', async (signal) => {
    const child = spawnMintmark(['proof', 'verify', '-', 'nowhere'], {}, { cwd: directory.path, input: 'pipe' });
    const [stdout, stderr, ended] = [text(child.stdout), text(child.stderr), once(child, 'exit')];
    // Standard input is read when all of this has gone through the pipe.
    await new Promise((resolve) => child.stdin?.write(Buffer.alloc(1_000_000, ' '), resolve));
    child.kill(signal);
    child.stdin?.end();
    expect([await stdout, await stderr, await ended]).toEqual(['', '', [null, signal]]);
  });

  test('behavior: a reader that closes the pipe early is no error', async () => {
    const child = spawnMintmark(['operations', '--output', 'json'], {}, { cwd: directory.path });
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([code, stderr]).toEqual([0, '']);
  });

  test.skipIf(process.platform !== 'linux')('error: a full disk', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [bin, '--version'], { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    expect([status, `${stderr}`]).toEqual([1, 'mintmark: the output could not be written (ENOSPC)\n']);
  });
});
