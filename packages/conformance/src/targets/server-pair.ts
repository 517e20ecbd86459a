import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDebianPostgres } from '@mintmark/testing/debian-postgres';
import { readRootFile } from './root-file.ts';
import { runServerCommand, type ServerProcess, startServerProcess } from './server-process.ts';
import { startSurroundings } from './surroundings.ts';
import type { Target } from './target.ts';

/** Two processes of the service on one database. */
export interface ServerPair extends Target {
  /** Runs another command of the service on the same database. */
  command(...words: readonly string[]): Promise<void>;
  stopDatabase(): Promise<void>;
}

/** Starts two processes on PostgreSQL from Debian, as on two machines. They share the database and the master key. */
export async function startServerPair(postgresPrograms: string): Promise<ServerPair> {
  await using stack = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'mintmark-pair-'));
  stack.defer(() => rm(directory, { recursive: true }));
  const postgres = await startDebianPostgres(postgresPrograms);
  let stopped: PromiseLike<void> | undefined;
  const stopDatabase = async () => {
    stopped ??= postgres[Symbol.asyncDispose]();
    await stopped;
  };
  stack.defer(stopDatabase);
  const { configFile, signIn, hasChain } = stack.use(await startSurroundings());
  const env = {
    DATABASE_URL: postgres.url,
    MINTMARK_MASTER_KEY_FILE: join(directory, 'master.key'),
    MINTMARK_CONFIG_FILE: configFile,
  };
  const folders = ['first', 'second'].map((name) => join(directory, name));
  const command = (...words: readonly string[]) => runServerCommand(words, directory, env);
  await command('master-key', 'create');
  const processes: ServerProcess[] = [];
  for (const folder of folders) processes.push(stack.use(await startServerProcess(folder, env)));
  const urls = processes.map(({ url }) => url);
  const loggedProblems = () => processes.flatMap((process) => process.loggedProblems());
  const { baseUrl: _, ...root } = await readRootFile(join(folders[0] ?? '', 'root.json'));
  const parts = stack.move();
  const mailDirectories = folders.map((folder) => join(folder, 'mail'));
  const running = { urls, ...root, signIn, hasChain, loggedProblems, mailDirectories, command, stopDatabase };
  return { ...running, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
