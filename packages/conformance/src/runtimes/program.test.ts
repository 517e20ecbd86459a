import { spawn } from 'node:child_process';
import { compileCache } from '@mintmark/testing/compile-cache';
import { expect, test } from 'vitest';
import { Program, withPatience } from './program.ts';

const idle = 'console.log("pid", process.pid); setInterval(() => {}, 1000)';

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('default', async () => {
  await using program = new Program('greeter', process.execPath, [
    ...['--eval', 'console.log("hello"); console.error("aside"); process.exitCode = 3'],
  ]);
  expect(await program.ended).toBe(3);
  expect(program.stdout).toBe('hello\n');
  expect(program.failure('failed').message).toBe('greeter failed\naside');
});

test('behavior: inherits no environment variables but the compile cache', async () => {
  const print = 'console.log(JSON.stringify(Object.keys(process.env)))';
  await using program = new Program('printer', process.execPath, ['--eval', print], { GIVEN: '1' });
  await program.ended;
  // On macOS the dynamic loader may add some.
  expect(JSON.parse(program.stdout).filter((name: string) => !name.startsWith('__'))).toEqual([
    'NO_COLOR',
    ...Object.keys(compileCache),
    'GIVEN',
  ]);
});

test('behavior: ends with its scope', async () => {
  let pid: number;
  {
    await using program = new Program('idler', process.execPath, ['--eval', idle]);
    pid = Number(await program.printed(/pid (\d+)\n/));
    expect(isRunning(pid)).toBe(true);
  }
  expect(isRunning(pid)).toBe(false);
});

test('behavior: handles a request to stop', async () => {
  const polite = 'process.on("SIGTERM", () => process.exit(7)); console.log("ready"); setInterval(() => {}, 1000)';
  await using program = new Program('polite', process.execPath, ['--eval', polite]);
  await program.printed(/ready/);
  expect(await program.stop()).toBe(7);
});

test('behavior: ends with the process that started it, even if that is killed', async () => {
  const owner = `
    import { Program } from ${JSON.stringify(new URL('./program.ts', import.meta.url).href)};
    const program = new Program('idler', process.execPath, ['--eval', ${JSON.stringify(idle)}]);
    console.log(await program.printed(/pid (\\d+)\\n/));
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', owner], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (text) => resolve(Number(text))));
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('error: ends before it prints the expected text', async () => {
  await using program = new Program('mute', process.execPath, ['--eval', 'console.error("no words")']);
  await expect(program.printed(/pid/)).rejects.toThrow('mute ended with code 0\nno words');
});

test('error: no such program', async () => {
  await using program = new Program('nobody', '/nonexistent/program', []);
  expect(await program.ended).toBe(127);
  expect(program.stderr).toContain('/nonexistent/program');
});

test('error: too slow', async () => {
  const failure = (problem: string) => new Error(`it ${problem}`);
  expect(await withPatience({}, failure, Promise.resolve('done'))).toBe('done');
  await expect(withPatience({ patienceMs: 10 }, failure, new Promise(() => {}))).rejects.toThrow(
    'it gave no answer within 0.01 s',
  );
  const standing = withPatience({ patienceMs: 10, progress: () => 7 }, failure, new Promise(() => {}));
  await expect(standing).rejects.toThrow('it made no progress');
});
