import { type SpawnOptions, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { openOwnDirectory } from '../files/own-file.ts';
import type { ServiceUser } from './service-user.ts';

/**
 * How every process of PostgreSQL is started. Nothing of our environment reaches it: PGDATA, PGOPTIONS or a language
 * would change what it does. A directory that its user may not enter would be an error, so it starts at the root.
 */
export function serviceOptions(user: ServiceUser | undefined): SpawnOptions {
  return { ...user, cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
}

/** A directory as a process of another user sees it. */
export interface SharedDirectory extends AsyncDisposable {
  readonly path: string;
  /** What the process has to get as its descriptor 4. */
  readonly descriptor: number | 'ignore';
}

/**
 * Opens a directory for a process of another user. The parents of the directory may be closed to that user, as the home
 * of root is; on Linux an open descriptor leads past them, and no permission of theirs has to be changed.
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
  /** What the program reads. */
  readonly input?: string;
}

/** Runs a program of PostgreSQL to its end; what it said on both outputs is for people. */
export async function runService(
  file: string,
  args: readonly string[],
  { user, directory = 'ignore', input = '' }: RunOptions,
): Promise<Output> {
  const child = spawn(file, args, { ...serviceOptions(user), stdio: ['pipe', 'pipe', 'pipe', 'ignore', directory] });
  const exit = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  // A program that ends without reading what it is given says why on its output.
  child.stdin?.on('error', () => {}).end(input);
  const [stdout, stderr, code] = await Promise.all([readAll(child.stdout), readAll(child.stderr), exit]);
  return { ok: code === 0, text: `${stdout}${stderr}` };
}

/**
 * Removes a directory as the user whom it belongs to. Root would remove what that user puts in the place of a directory
 * meanwhile.
 */
export async function removeDirectory(path: string, user: ServiceUser | undefined): Promise<void> {
  if (user) await runService('rm', ['-rf', '--', path], { user });
  else await rm(path, { recursive: true, force: true });
}

/** Removes what is in a directory, in the same way. Its parents may be closed to the user. */
export async function emptyDirectory(path: string, user: ServiceUser): Promise<void> {
  await using shared = await shareDirectory(path, user);
  const script = 'cd "$1" && rm -rf -- * .[!.]* ..?*';
  await runService('/bin/sh', ['-c', script, 'mintmark-empty', shared.path], { user, directory: shared.descriptor });
}

function readAll(stream: NodeJS.ReadableStream | null): Promise<string> | '' {
  return stream ? text(stream) : '';
}
