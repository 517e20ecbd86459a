import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './command.ts';

let directory: string;
const at = (file: string) => join(directory, file);

async function program(file: string, body: string) {
  await writeFile(at(file), `#!/bin/sh\n${body}\n`);
  await chmod(at(file), 0o755);
}

/** A workspace with one package. Fake npx and pnpm programs record their arguments. */
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintmark-boot-'));
  for (const folder of ['scripts', 'packages/a', 'tools']) await mkdir(at(folder), { recursive: true });
  await cp(join(root, 'scripts/boot.mjs'), at('scripts/boot.mjs'));
  await writeFile(at('package.json'), JSON.stringify({ packageManager: 'pnpm@1.2.3', engines: { node: '>=20' } }));
  await program('tools/npx', `echo "npx $*" >> tools/asked; echo ${at('tools/pnpm')}`);
  await program('tools/greet', 'echo "hello $*"; exit 7');
  await installing('cp tools/greet node_modules/.bin/greet');
});
afterEach(() => rm(directory, { recursive: true }));

/** Makes the fake pnpm run this command last. */
const installing = (last: string) =>
  program(
    'tools/pnpm',
    `echo "pnpm $*" >> tools/asked; echo $$ > tools/pid
     mkdir -p node_modules/.bin packages/a/node_modules; touch node_modules/.bin/node
     ${last}`,
  );

const options = () => ({ cwd: directory, env: { PATH: `${at('tools')}:${process.env['PATH']}` } });
const start = (command = 'greet') => spawn(process.execPath, ['scripts/boot.mjs', command, 'you'], options());

async function ended(child: ChildProcess) {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout as NonNullable<typeof child.stdout>),
    text(child.stderr as NonNullable<typeof child.stderr>),
    once(child, 'exit'),
  ]);
  return { code, stdout, stderr };
}

const read = (file: string) => readFile(at(file), 'utf8').catch(() => '');
const installations = async () => (await read('tools/asked')).match(/^pnpm install/gm)?.length ?? 0;

async function until(condition: () => Promise<boolean>) {
  while (!(await condition())) await setTimeout(20);
}

async function isRunning() {
  const pid = Number(await read('tools/pid'));
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('default: installs once, then runs the command', async () => {
  const installing = 'mintmark: installing dependencies from the lockfile\n';
  expect(await ended(start())).toEqual({ code: 7, stdout: 'hello you\n', stderr: installing });
  expect(await ended(start())).toEqual({ code: 7, stdout: 'hello you\n', stderr: '' });
  expect(await installations()).toBe(1);
});

test('behavior: optional packages are installed, whatever the settings say', async () => {
  await ended(start());
  expect(await read('tools/asked')).toBe(
    [
      'npx --yes --include=optional --package pnpm@1.2.3 --call command -v pnpm',
      'pnpm install --frozen-lockfile --optional --reporter=append-only',
      '',
    ].join('\n'),
  );
});

test.each(['node_modules/.bin/greet', 'packages/a/node_modules', 'node_modules'])(
  'behavior: installs again without %s',
  async (part) => {
    await ended(start());
    await rm(at(part), { recursive: true });
    expect(await ended(start())).toMatchObject({ code: 7, stdout: 'hello you\n' });
    expect(await installations()).toBe(2);
  },
);

test('error: a command that is missing after the installation', async () => {
  expect(await ended(start('other'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/mintmark: other is still missing: delete node_modules and try again\n$/),
  });
});

test('error: the installation fails', async () => {
  await installing('exit 3');
  expect(await ended(start())).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/mintmark: the installation failed\n$/),
  });
});

test('error: the installation is interrupted', async () => {
  await installing('exec sleep 60');
  const child = start();
  const end = ended(child);
  await until(isRunning);
  child.kill('SIGTERM');
  expect(await end).toMatchObject({ code: 143, stderr: expect.stringMatching(/mintmark: interrupted\n$/) });
  expect(await isRunning()).toBe(false);
});

test.each(['SIGINT', 'SIGTERM'] as const)('behavior: %s is forwarded to the command', async (signal) => {
  // The signal comes twice, as it may from the terminal and from boot.mjs.
  await program(
    'tools/serve',
    `trap 'echo bye; exit 0' INT TERM\necho $$ > tools/serving\nwhile :; do sleep 0.05; done`,
  );
  await installing('cp tools/serve node_modules/.bin/serve');
  const child = start('serve');
  const end = ended(child);
  await until(async () => (await read('tools/serving')).endsWith('\n'));
  process.kill(Number(await read('tools/serving')), signal);
  child.kill(signal);
  expect(await end).toMatchObject({ code: 0, stdout: 'bye\n' });
});

test('behavior: the installation stops when the shell that npm starts is killed', async () => {
  await installing('exec sleep 60');
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" scripts/boot.mjs greet; true`], options());
  await until(isRunning);
  shell.kill('SIGTERM');
  await until(async () => !(await isRunning()));
});
