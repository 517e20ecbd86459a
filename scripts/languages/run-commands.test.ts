import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommands } from './run-commands.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-commands-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const run = (commands: string, { signal = new AbortController().signal, allowedWarning = /^$/ } = {}) =>
  runCommands(commands, { directory, env: { ...process.env, PROBE: 'told' }, signal, allowedWarning });

test('default: returns standard output without standard error', async () => {
  expect(await run('echo "$PROBE"; echo aside >&2; pwd')).toBe(`told\n${directory}\n`);
});

test('behavior: colours are removed', async () => {
  expect(await run(String.raw`printf '\033[1mbold\033[0m\n'`)).toBe('bold\n');
});

test('behavior: commands share a shell', async () => {
  expect(await run('probe=kept\necho $probe')).toBe('kept\n');
});

test.each(['warning: unused import', '[WARNING] a schema', '[main] WARN  x', 'Warning(s) encountered'])(
  'error: %s',
  async (line) => {
    await expect(run(`echo '${line}'`)).rejects.toThrow(`warnings:\n${line}`);
    await expect(run(`echo '${line}' >&2; echo other`)).rejects.toThrow(/warnings:\n[^\n]*$/);
  },
);

test('args: allowed warning', async () => {
  const allowedWarning = /^WARNING: /;
  expect(await run("echo 'WARNING: of others'", { allowedWarning })).toBe('WARNING: of others\n');
  await expect(run("echo '[WARNING] ours'; echo 'WARNING: of others'", { allowedWarning })).rejects.toThrow(
    /^warnings:\n\[WARNING\] ours$/,
  );
});

test('error: a command that fails stops the rest', async () => {
  await expect(run('echo before; (exit 3)\necho after')).rejects.toThrow(/^exit code 3:\nbefore$/);
});

test('error: an unset variable', async () => {
  await expect(run('echo "$NOT_SET"')).rejects.toThrow(/^exit code/);
});

test('error: an interruption kills everything that was started', async () => {
  const controller = new AbortController();
  const running = run("sh -c 'echo $$ > pid; sleep 600'\necho after", controller);
  const pid = await vi.waitFor(
    () => Number(readFileSync(join(directory, 'pid'), 'utf8').match(/^\d+\n/)?.[0] ?? expect.fail()),
    {
      timeout: 60_000,
    },
  );
  controller.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 60_000 });
  await expect(run('true', controller)).rejects.toThrow('enough');
});
