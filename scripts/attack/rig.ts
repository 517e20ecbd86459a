import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { programOf } from '../load/program-of.ts';
import { readPostmaster, type ServiceProcess, startService, temporaryDirectory } from '../load/service-process.ts';
import { type Actor, readRootActor } from '../load/stamped-requests.ts';
import { startUnsteadyProxy, type UnsteadyProxy } from './unsteady-proxy.ts';

/** A process of the service that is restarted on the same port whenever it ends. */
export interface Supervised extends AsyncDisposable {
  readonly port: number;
  readonly proxy: UnsteadyProxy;
  /** Kills the process, like a crash. */
  kill(): Promise<void>;
}

/**
 * Two processes of the service, each with its own proxy in front of one PostgreSQL. A third process without traffic runs
 * this PostgreSQL as its embedded one, and restarts it when it is killed.
 */
export interface Rig extends AsyncDisposable {
  readonly root: Actor;
  readonly services: readonly [Supervised, Supervised];
  /** Unexpected exits and log lines of the processes. */
  readonly problems: readonly string[];
  /** Kills only the postmaster; its children notice and exit. Resolves to whether a postmaster was running. */
  killPostgres(): Promise<boolean>;
  /** The output of `mintmark audit verify`. */
  verifyAudit(): Promise<string>;
}

const run = promisify(execFile);

/** The number of log lines that are kept for the report. */
const maxErrors = 5;

export async function openRig(checkout: string): Promise<Rig> {
  await using stack = new AsyncDisposableStack();
  const problems: string[] = [];
  const onLog = (line: string) => {
    if (line.includes('"level":"error"') && problems.length < maxErrors) problems.push(`logged ${line}`);
  };
  const directory = stack.use(await temporaryDirectory());
  const dataDirectory = join(directory.path, 'keeper');
  const keeperEnv = { MINTMARK_DATA_DIR: dataDirectory };
  stack.use(await startService(keeperEnv, { checkout, onLog }));
  const open = async (name: string): Promise<Supervised> => {
    const proxy = stack.use(await startUnsteadyProxy(async () => (await readPostmaster(dataDirectory)).socket));
    const env = {
      MINTMARK_DATA_DIR: join(directory.path, name),
      MINTMARK_MASTER_KEY_FILE: join(dataDirectory, 'master.key'),
      DATABASE_URL: `postgres://mintmark@127.0.0.1:${proxy.port}/mintmark`,
    };
    const start = (port: number) => startService({ ...env, PORT: `${port}` }, { checkout, onLog });
    return stack.use(await supervise(name, proxy, start, (problem) => problems.push(problem)));
  };
  const services = [await open('first'), await open('second')] as const;
  const root = await readRootActor(dataDirectory);
  const owned = stack.move();
  return {
    root,
    services,
    problems,
    async killPostgres() {
      const postmaster = await readPostmaster(dataDirectory).catch(() => undefined);
      if (!postmaster || !(await isPostmaster(postmaster))) return false;
      process.kill(postmaster.pid, 'SIGKILL');
      return true;
    },
    async verifyAudit() {
      const env = { ...process.env, ...keeperEnv };
      const audit = run(process.execPath, [await programOf(checkout), 'audit', 'verify'], { env });
      const { stdout, stderr } = await audit.catch((error: { stdout: string; stderr: string }) => error);
      return `${stdout}${stderr}`;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The pid file of a killed postmaster remains, and its pid may belong to another process by now. */
async function isPostmaster({ pid, socket }: { readonly pid: number; readonly socket: string }): Promise<boolean> {
  const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', `${pid}`]).catch(() => ({ stdout: '' }));
  return stdout.includes(dirname(socket));
}

/** Starts a process, and restarts it whenever it ends, until the end of the scope. */
async function supervise(
  name: string,
  proxy: UnsteadyProxy,
  start: (port: number) => Promise<ServiceProcess>,
  report: (problem: string) => void,
): Promise<Supervised> {
  let current = await start(0);
  const { port } = current;
  let isStopping = false;
  let isKilled = false;
  const watch = async () => {
    while (!isStopping) {
      const ending = await current.ended;
      if (isStopping) return;
      if (!isKilled) report(`the ${name} process exited unexpectedly: ${ending}`);
      // A start may fail while PostgreSQL is unreachable, so it is retried, as a service supervisor would.
      for (;;) {
        const started = await start(port).catch(() => undefined);
        if (started) current = started;
        if (started || isStopping) break;
        await setTimeout(300);
      }
      isKilled = false;
    }
    await current[Symbol.asyncDispose]();
  };
  const watching = watch();
  return {
    port,
    proxy,
    async kill() {
      isKilled = true;
      await current.kill();
    },
    async [Symbol.asyncDispose]() {
      isStopping = true;
      await current[Symbol.asyncDispose]();
      await watching;
    },
  };
}
