import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMintmark } from '../test/mintmark-process.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-bin-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const commands = ['start', 'whoami', 'audit verify', 'master-key create', 'master-key rotate', 'master-key status'];

describe('mintmark', () => {
  test.each([[['--help']], [['-h']], [[]]])('args: %j', async (words) => {
    const { code, stdout, stderr } = await runMintmark(words, {}, directory);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: mintmark <command>\n/);
    for (const command of commands) expect(stdout).toContain(`\n  ${command}  `);
  });

  test.each(commands)('args: %s --help', async (name) => {
    const { code, stdout, stderr } = await runMintmark([...name.split(' '), '--help'], {}, directory);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^Usage: mintmark ${name}\n`));
    expect(stdout).toContain('MINTMARK_DATA_DIR');
  });

  test('args: --version', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
    expect(await runMintmark(['--version'], {}, directory)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test.each([
    ['a command that is none', ['fly'], {}, 'no such command: fly'],
    ['half a command', ['audit'], {}, 'no such command: audit'],
    ['a word too many', ['start', 'now'], {}, 'no such command: start now'],
    ['a command that every object has', ['constructor'], {}, 'no such command: constructor'],
    ['an option that is none', ['start', '--fast'], {}, 'unknown option: --fast'],
    ['an option that another has', ['start', '--version'], {}, 'unknown option: --version'],
    ['an option beside help', ['start', '--help', '--port=1'], {}, 'unknown option: --port=1'],
    ['a port that is none', ['start'], { PORT: 'http' }, 'PORT must be a whole number'],
    ['a port that is too large', ['start'], { PORT: '65536' }, 'PORT must be a whole number'],
    ['a port for metrics that is none', ['start'], { MINTMARK_METRICS_PORT: '-1' }, 'MINTMARK_METRICS_PORT must be'],
    ['an address that is none', ['start'], { DATABASE_URL: 'mysql://here' }, 'postgres://'],
  ])('error: %s', async (_, words, env, message) => {
    const { code, stdout, stderr } = await runMintmark(words, env, directory);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^mintmark: /);
    expect(stderr).toContain(message);
  });
});
