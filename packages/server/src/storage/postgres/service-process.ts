import { type SpawnOptions, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { openOwnDirectory } from '../files/own-file.ts';
import type { ServiceUser } from './service-user.ts';

/**
 * How every process of PostgreSQL is started. It does not inherit our environment: PGDATA, PGOPTIONS or a locale would
 * change its behaviour. It starts in the root directory, since its user may not be allowed to enter ours.
 */
export function serviceOptions(user: ServiceUser | undefined): SpawnOptions {
  return { ...user, cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
}

/** A directory as a process of another user sees it. */
export interface SharedDirectory extends AsyncDisposable {
  readonly path: string;
  /** The process must inherit it as its descriptor 4. */
  readonly descriptor: number | 'ignore';
}

/**
 * Opens a directory for a process of another user. That user may have no access to the parents of the directory, such as
 * the home of root. On Linux an open descriptor bypasses them, so their permissions need not change.
 */
export async function shareDirectory(path: string, user: ServiceUser | undefined): Promise<SharedDirectory> {
  if (!user || process.platform !== 'linux') {
    return { path, descriptor: 'ignore', [Symbol.asyncDispose]: async () => {} };
  }
  const handle = await openOwnDirectory(path, user.uid);
  return { path: '/proc/self/fd/4', descriptor: handle.fd, [Symbol.asyncDispose]: () => handle.close() };
}

export interface Output {
  readonly ok: boolean;
  readonly text: string;
}

interface RunOptions {
  readonly user: ServiceUser | undefined;
  /** A directory that the program gets as its descriptor 4. */
  readonly directory?: SharedDirectory['descriptor'];
  /** The standard input of the program. */
  readonly input?: string;
}

/** Runs a program of PostgreSQL until it exits. The text of both outputs is for people. */
export async function runService(
  file: string,
  args: readonly string[],
  { user, directory = 'ignore', input = '' }: RunOptions,
): Promise<Output> {
  const child = spawn(file, args, { ...serviceOptions(user), stdio: ['pipe', 'pipe', 'pipe', 'ignore', directory] });
  const exit = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  // A program that exits without reading its input says why on its output.
  child.stdin?.on('error', () => {}).end(input);
  const [stdout, stderr, code] = await Promise.all([readAll(child.stdout), readAll(child.stderr), exit]);
  return { ok: code === 0, text: `${stdout}${stderr}` };
}

/**
 * Removes a directory as the user that owns it. Root would remove whatever that user puts in its place meanwhile.
 */
export async function removeDirectory(path: string, user: ServiceUser | undefined): Promise<void> {
  if (user) await runService('rm', ['-rf', '--', path], { user });
  else await rm(path, { recursive: true, force: true });
}

/** Removes the content of a directory, in the same way. The user may have no access to its parents. */
export async function emptyDirectory(path: string, user: ServiceUser): Promise<void> {
  await using shared = await shareDirectory(path, user);
  const script = 'cd "$1" && rm -rf -- * .[!.]* ..?*';
  await runService('/bin/sh', ['-c', script, 'mintmark-empty', shared.path], { user, directory: shared.descriptor });
}

function readAll(stream: NodeJS.ReadableStream | null): Promise<string> | '' {
  return stream ? text(stream) : '';
}
