import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey } from '@mintmark/stamper';
import { afterAll, describe, expect, test } from 'vitest';
import { runMintmark } from '../test/run-mintmark.ts';
import { testSurroundings } from '../test/test-surroundings.ts';
import { runProgram } from './run-program.ts';

/** A file where a directory has to be. */
const bin = join(import.meta.dirname, 'bin.ts');
const directory = mkdtempSync(join(tmpdir(), 'mintmark-program-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const noDatabase = `no database in ${join(directory, 'misspelt')}/`;
const someId = '57edc686-4d75-44c8-9591-a0fd76b2c95d';
const somePublicKey = generatePrivateKey('p256').toApiKey().publicKey;

const commands = [
  'start',
  'call',
  'whoami',
  'audit verify',
  'audit heads',
  'policy explain',
  'policy replay',
  'organization create',
  'organization list',
  'root add-key',
  'outbox list',
  'outbox retry',
  'master-key create',
  'master-key rotate',
  'master-key status',
  'database distribute',
];

describe('mintmark', () => {
  test.each([[['--help']], [['-h']], [['help']], [[]]])('args: %j', async (words) => {
    const { code, stdout, stderr } = await runMintmark(words, {}, directory);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: mintmark <command>\n/);
    for (const command of commands) expect(stdout).toContain(`\n  ${command}  `);
  });

  test.each([
    ['audit --help', 'audit verify', 'start'],
    ['help master-key', 'master-key status', 'audit verify'],
    ['organization -h', 'organization create', 'start'],
  ])('args: %s', async (words, listed, other) => {
    const { code, stdout, stderr } = await runMintmark(words.split(' '), {}, directory);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`\n  ${listed}  `);
    expect(stdout).not.toContain(`  ${other}  `);
  });

  test.each(commands)('args: %s --help', async (name) => {
    const { code, stdout, stderr } = await runMintmark([...name.split(' '), '--help'], {}, directory);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^Usage: mintmark ${name}( .+)?\n`));
    expect(stdout).toContain('MINTMARK_DATA_DIR');
  });

  test('args: --version', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
    expect(await runMintmark(['--version'], {}, directory)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test.each([
    ['an unknown command', ['fly'], {}, 'no such command: fly'],
    ['half a command', ['audit'], {}, 'no such command: audit'],
    ['an extra word', ['start', 'now'], {}, 'no such command: start now'],
    ['a property name that every object has', ['constructor'], {}, 'no such command: constructor'],
    ['an unknown option', ['start', '--fast'], {}, 'unknown option: --fast'],
    ['an option of the program itself', ['start', '--version'], {}, 'unknown option: --version'],
    ['an unknown option with --help', ['start', '--help', '--port=1'], {}, 'unknown option: --port=1'],
    [
      'an option of another program',
      ['start', '--port', '8091'],
      {},
      'unknown option: --port; set it in the environment: PORT',
    ],
    ['an option of another command', ['start', '--heads', 'file'], {}, 'unknown option: --heads'],
    ['an option without its value', ['audit', 'verify', '--heads'], {}, '--heads needs a value'],
    ['no file for the heads', ['audit', 'heads'], {}, '--file FILE'],
    [
      'the file of the heads for another command',
      ['organization', 'list', '--file', 'x'],
      {},
      'unknown option: --file',
    ],
    ['no name for an organization', ['organization', 'create', '--file', 'x'], {}, '--name NAME'],
    [
      'an option without its value, beside others',
      ['organization', 'create', '--name=Ada', '--file'],
      {},
      '--file needs a value',
    ],
    ['an empty value', ['organization', 'create', '--name', ''], {}, '--name needs a value'],
    ['an option in place of a value', ['organization', 'create', '--name', '--file=x'], {}, '--name needs a value'],
    ['a blank name', ['organization', 'create', '--name', '  '], {}, '--name is not valid'],
    ['a name with a control character', ['organization', 'create', '--name', 'A\nB'], {}, '--name is not valid'],
    ['a name that is too long', ['organization', 'create', '--name', 'x'.repeat(257)], {}, '--name is not valid'],
    [
      'an invalid public key',
      ['organization', 'create', '--name', 'Ada', '--public-key', `02${'f'.repeat(64)}`],
      {},
      '--public-key must be a compressed P-256 public key in hex',
    ],
    ['an invalid port', ['start'], { PORT: 'http' }, 'PORT must be a whole number'],
    ['a port that is too large', ['start'], { PORT: '65536' }, 'PORT must be a whole number'],
    ['an invalid metrics port', ['start'], { MINTMARK_METRICS_PORT: '-1' }, 'MINTMARK_METRICS_PORT must be'],
    ['the same port for metrics', ['start'], { PORT: '9090', MINTMARK_METRICS_PORT: '9090' }, 'must differ from PORT'],
    ['a directory that is a file', ['start'], { MINTMARK_DATA_DIR: bin }, `mkdir '${bin}'`],
    ['a directory in a file', ['master-key', 'create'], { MINTMARK_DATA_DIR: `${bin}/in` }, `mkdir '${bin}/in'`],
    ['a missing database', ['audit', 'verify'], { MINTMARK_DATA_DIR: 'misspelt' }, noDatabase],
    [
      'a missing database, for the status of keys',
      ['master-key', 'status'],
      { MINTMARK_DATA_DIR: 'misspelt' },
      noDatabase,
    ],
    [
      'a missing database, for the rotation of keys',
      ['master-key', 'rotate'],
      { MINTMARK_DATA_DIR: 'misspelt' },
      noDatabase,
    ],
    [
      'a missing database, for a new organization',
      ['organization', 'create', '--name', 'Ada'],
      { MINTMARK_DATA_DIR: 'misspelt' },
      noDatabase,
    ],
    [
      'a missing database, for a key of a root user',
      ['root', 'add-key', '--organization', someId, '--user', someId, '--public-key', somePublicKey],
      { MINTMARK_DATA_DIR: 'misspelt' },
      noDatabase,
    ],
    [
      'a missing database, for the list of organizations',
      ['organization', 'list'],
      { MINTMARK_DATA_DIR: 'misspelt' },
      noDatabase,
    ],
    [
      'an unreachable PostgreSQL, reported without the password',
      ['audit', 'verify'],
      { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/mintmark' },
      'PostgreSQL cannot be reached (ECONNREFUSED): 127.0.0.1:1\n',
    ],
    [
      'an unreachable PostgreSQL, with a password that looks like a path',
      ['audit', 'verify'],
      { DATABASE_URL: 'postgres://127.0.0.1:1/secret@127.0.0.1:2/mintmark' },
      'PostgreSQL cannot be reached (ECONNREFUSED)\n',
    ],
    ['an invalid address', ['start'], { DATABASE_URL: 'mysql://here' }, 'postgres://'],
  ])('error: %s', async (_, words, env, message) => {
    const { code, stdout, stderr } = await runMintmark(words, env, directory);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^mintmark: /);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('secret');
    expect(existsSync(join(directory, 'misspelt'))).toBe(false);
  });
});

describe('runProgram', () => {
  test('behavior: runs beside each other have their own environment, directory, input and output', async () => {
    const runs = ['one', 'two', 'three'].map(async (name) => {
      const cwd = mkdtempSync(join(directory, `${name}-`));
      const created = await runMintmark(['master-key', 'create'], { MINTMARK_DATA_DIR: name }, cwd);
      const refused = await runMintmark(['proof', 'verify', '-'], {}, cwd, `"${name}`);
      const file = join(cwd, name, 'master.key');
      expect(created).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(` in ${file}\n`) });
      expect(existsSync(file)).toBe(true);
      expect(refused).toEqual({ code: 2, stdout: '', stderr: 'mintmark: standard input is not JSON\n' });
    });
    await Promise.all(runs);
  });

  test('behavior: the words of an unknown error are not shown', async () => {
    const reported: string[] = [];
    const print = () => {
      throw new TypeError('a secret');
    };
    const code = await runProgram(['--version'], testSurroundings({ print, report: (text) => reported.push(text) }));
    expect(code).toBe(1);
    expect(reported.join()).toMatch(/^mintmark: unexpected error \{\n {2}name: 'TypeError',\n/);
    expect(reported.join()).not.toContain('secret');
  });
});
