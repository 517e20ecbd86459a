import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRootFile } from './root-file.ts';
import { problemsIn, runServerCommand, type ServerProcess, startServerProcess } from './server-process.ts';
import { startSurroundings } from './surroundings.ts';
import type { Target } from './target.ts';

/** A database that two processes of the service share. */
export interface SharedDatabase extends AsyncDisposable {
  /** Where the two connect to it. */
  readonly urls: readonly [string, string];
  /** Commands that are run before the service is started. */
  readonly commands?: readonly (readonly string[])[];
}

/** Two processes of the service on one database. */
export interface ServerPair extends Target {
  readonly processes: readonly ServerProcess[];
  /** Runs another command of the service on the same database. */
  command(...words: readonly string[]): Promise<void>;
  /** Starts a further process, which connects to the same database here. */
  start(databaseUrl: string): Promise<ServerProcess>;
  stopDatabase(): Promise<void>;
}

/** Starts two processes, as on two machines. They share the database, which ends with them, and the master key. */
export async function startServerPair(database: SharedDatabase): Promise<ServerPair> {
  await using stack = new AsyncDisposableStack();
  let stopped: PromiseLike<void> | undefined;
  const stopDatabase = async () => {
    stopped ??= database[Symbol.asyncDispose]();
    await stopped;
  };
  stack.defer(stopDatabase);
  const directory = await mkdtemp(join(tmpdir(), 'mintmark-pair-'));
  stack.defer(() => rm(directory, { recursive: true }));
  const { configFile, signIn, hasChain } = stack.use(await startSurroundings());
  const env = {
    DATABASE_URL: database.urls[0],
    MINTMARK_MASTER_KEY_FILE: join(directory, 'master.key'),
    MINTMARK_CONFIG_FILE: configFile,
  };
  let started = 0;
  const folderOf = (index: number) => join(directory, `process-${index}`);
  const start = (DATABASE_URL: string) => startServerProcess(folderOf(started++), { ...env, DATABASE_URL });
  const command = (...words: readonly string[]) => runServerCommand(words, directory, env);
  await command('master-key', 'create');
  for (const words of database.commands ?? []) await command(...words);
  const processes: ServerProcess[] = [];
  for (const url of database.urls) processes.push(stack.use(await start(url)));
  const urls = processes.map(({ url }) => url);
  const loggedProblems = () => problemsIn(processes);
  const { baseUrl: _, ...root } = await readRootFile(join(folderOf(0), 'root.json'));
  const parts = stack.move();
  const mailDirectories = processes.map((_, index) => join(folderOf(index), 'mail'));
  const running = { urls, ...root, signIn, hasChain, loggedProblems, mailDirectories };
  const pair = { ...running, processes, command, start, stopDatabase };
  return { ...pair, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
