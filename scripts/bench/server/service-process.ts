import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const serviceProgram = fileURLToPath(new URL('./bin.ts', import.meta.resolve('@mintmark/server')));
const bareProgram = fileURLToPath(new URL('./bare-service.ts', import.meta.url));

/** A service in a process of its own, ended at the end of an `await using`. */
export interface ServiceProcess extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** From the start of the process until it listened. */
  readonly startMs: number;
}

/** What the first start of a service leaves to its operator. */
export interface RootFile {
  readonly organizationId: string;
  readonly apiPublicKey: string;
  readonly apiPrivateKey: string;
}

export const startBareService = (key: string) => start([bareProgram], { BENCH_KEY: key });

export const startService = (env: Readonly<Record<string, string>>) => start([serviceProgram, 'start'], env);

export async function readRootFile(dataDirectory: string): Promise<RootFile> {
  return JSON.parse(await readFile(join(dataDirectory, 'root.json'), 'utf8'));
}

/** A directory that is gone at the end of an `await using`. */
export async function temporaryDirectory(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'mintmark-bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const begin = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface(child.stdout)) {
    const port = /listening on http:\/\/\S+:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    const startMs = performance.now() - begin;
    return { port: Number(port), pid: child.pid ?? 0, startMs, [Symbol.asyncDispose]: () => stop(child) };
  }
  throw new Error(`${args.join(' ')} ended before it listened`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
