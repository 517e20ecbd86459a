import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { programOf } from './program-of.ts';

/** A service in its own process, which ends with its `await using` scope. */
export interface ServiceProcess extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** Time from the start of the process until it listened. */
  readonly startMs: number;
  /** Resolves to its exit code, or to the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
}

export interface StartOptions {
  /** The clone of this repository whose service is started; this one by default. */
  readonly checkout?: string;
  /** Receives each line of the log. Without it the log is discarded. */
  readonly onLog?: (line: string) => void;
}

/** Time limit for a process to exit after SIGTERM. */
const patienceMs = 30_000;

/** Starts a service, on a free port unless `env` names one. */
export const startService = async (env: Readonly<Record<string, string>>, options: StartOptions = {}) =>
  startProgram([await programOf(options.checkout), 'start'], env, options.onLog);

/** A temporary directory that is removed at the end of its `await using` scope. */
export async function temporaryDirectory(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'mintmark-load-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Starts a program that prints where it listens. */
export async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onLog?: (line: string) => void,
): Promise<ServiceProcess> {
  const begin = performance.now();
  const child = spawn(process.execPath, args, {
    // One process, so that its figures compare with those of a single bare server.
    env: { MINTMARK_WORKERS: '1', ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', onLog ? 'pipe' : 'ignore'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  if (onLog && child.stderr) createInterface(child.stderr).on('line', onLog);
  for await (const line of createInterface(child.stdout as NonNullable<typeof child.stdout>)) {
    const port = /listening on http:\/\/\S+:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    return {
      port: Number(port),
      pid: child.pid ?? 0,
      startMs: performance.now() - begin,
      ended,
      async kill() {
        child.kill('SIGKILL');
        await ended;
      },
      [Symbol.asyncDispose]: () => stop(child, ended),
    };
  }
  throw new Error(`${args.join(' ')} ended before it listened`);
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(timer);
}

/** The running embedded PostgreSQL of a data directory. */
export async function readPostmaster(dataDirectory: string): Promise<{ pid: number; socket: string }> {
  const lines = (await readFile(join(dataDirectory, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n');
  return { pid: Number(lines[0]), socket: join(lines[4] ?? '', '.s.PGSQL.5432') };
}
