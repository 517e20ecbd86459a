import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { compileCache } from '@mintmark/testing/compile-cache';
import { hasProgram } from '@mintmark/testing/has-program';
import { PseudoTerminal } from '@mintmark/testing/pseudo-terminal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMintmark } from '../../test/run-mintmark.ts';

const bin = join(import.meta.dirname, '../bin.ts');
let directory: string;

/** Where the words of the completed command are written, instead of running it. */
const wordsFile = () => join(directory, 'words');

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-completion-'));
  writeFileSync(
    join(directory, 'mintmark'),
    `#!/bin/sh\n[ "$1" = completion ] && exec '${process.execPath}' '${bin}' "$@"\nprintf '%s\\n' "$@" >words.new && mv words.new words\n`,
    { mode: 0o755 },
  );
  writeFileSync(join(directory, 'the-key.json'), '{}');
  // As "mintmark completion --help" says.
  writeFileSync(join(directory, '.bashrc'), `PS1='ready> '\neval "$(mintmark completion bash)"\n`);
  writeFileSync(
    join(directory, '.zshrc'),
    "PS1='ready> '\nautoload -Uz compinit\ncompinit -u -D\nsource <(mintmark completion zsh)\n",
  );
});
afterAll(() => rmSync(directory, { recursive: true }));

const prompt = "function fish_prompt; printf 'ready> '; end";
const shells = [
  ['bash', ['--noprofile', '--rcfile', '.bashrc', '-i']],
  ['zsh', ['-i']],
  ['fish', ['--no-config', '--init-command', `${prompt}; mintmark completion fish | source`, '--interactive']],
] as const;

const open = async (shell: string, args: readonly string[], home = directory) => {
  const path = [directory, process.env['PATH']].join(delimiter);
  const env = { ...compileCache, PATH: path, HOME: home, ZDOTDIR: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
  const terminal = new PseudoTerminal([shell, ...args], env, directory);
  await terminal.shows('ready> ');
  return terminal;
};

/** Types keys and Enter, and returns the words that the command then gets. */
async function wordsAfter(terminal: PseudoTerminal, keys: string): Promise<string[]> {
  rmSync(wordsFile(), { force: true });
  terminal.type(`${keys}\r`);
  await expect.poll(() => existsSync(wordsFile())).toBe(true);
  return readFileSync(wordsFile(), 'utf8').trimEnd().split('\n');
}

describe.each(shells)('completion in %s', (shell, args) => {
  const what = `completion in ${shell}`;
  const isThere = hasProgram(shell, what) && hasProgram('script', what, 'bsdutils');

  test.runIf(isThere)('default: commands, options, operations, fields, values and files', async () => {
    await using terminal = await open(shell, args);
    for (const [keys, words] of [
      ['mintmark pol\trepl\t--poli\tx', ['policy', 'replay', '--policies', 'x']],
      ['mintmark call get_us\tuserI\tx --dr\t', ['call', 'get_user', 'userId=x', '--dry-run']],
      [
        'mintmark call create_user_tag userI\t0\tx userTagN\ty',
        ['call', 'create_user_tag', 'userIds.0=x', 'userTagName=y'],
      ],
      [
        'mintmark call create_api_keys apiK\t0\tcurv\tAPI_KEY_CURVE_S\t--output j\t',
        ['call', 'create_api_keys', 'apiKeys.0.curveType=API_KEY_CURVE_SECP256K1', '--output', 'json'],
      ],
      ['mintmark call whoami --key the-k\t', ['call', 'whoami', '--key', 'the-key.json']],
    ] as const)
      expect(await wordsAfter(terminal, keys)).toEqual(words);
  });

  test.runIf(isThere)('behavior: several candidates are listed', async () => {
    await using terminal = await open(shell, args);
    terminal.type('mintmark call create_a\t\t');
    await terminal.shows(/create_api_keys.*create_authenticators/s);
  });
});

const hasZsh = hasProgram('zsh', 'completion in zsh') && hasProgram('script', 'completion in zsh', 'bsdutils');

test.runIf(hasZsh)('behavior: zsh loads the script from a directory of functions', async () => {
  const home = join(directory, 'functions');
  mkdirSync(home);
  writeFileSync(join(home, '_mintmark'), (await runMintmark(['completion', 'zsh'], {}, directory)).stdout);
  writeFileSync(join(home, '.zshrc'), "PS1='ready> '\nfpath=($HOME $fpath)\nautoload -Uz compinit\ncompinit -u -D\n");
  await using terminal = await open('zsh', ['-i'], home);
  expect(await wordsAfter(terminal, 'mintmark call whoa\t')).toEqual(['call', 'whoami']);
});

describe('mintmark completion', () => {
  test.each([[[]], [['tcsh']]])('error: %j', async (words) => {
    expect(await runMintmark(['completion', ...words], {}, directory)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'mintmark: no such shell: use bash, zsh, fish\n',
    });
  });

  test('behavior: candidates have a word and what it means', async () => {
    const { stdout } = await runMintmark(['completion', 'candidates', '--', 'call', 'get_user', ''], {}, directory);
    expect(stdout).toBe('userId=\tThe user.\n');
  });
});
