import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRootFile } from './root-file.ts';
import { problemsIn, startServerProcess } from './server-process.ts';
import { startSurroundings } from './surroundings.ts';
import type { Target } from './target.ts';

/** The real service in its own process, with its embedded PostgreSQL. */
async function startServerTarget(): Promise<Target> {
  const directory = await mkdtemp(join(tmpdir(), 'mintmark-target-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(directory, { recursive: true }));
  const { configFile, signIn, hasChain } = stack.use(await startSurroundings());
  const env = { MINTMARK_CONFIG_FILE: configFile };
  const process = stack.use(await startServerProcess(directory, env));
  const { baseUrl: _, ...root } = await readRootFile(join(directory, 'root.json'));
  const parts = stack.move();
  const loggedProblems = () => problemsIn([process]);
  const running = { urls: [process.url], ...root, signIn, hasChain, loggedProblems };
  return { ...running, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** The service of MINTMARK_ROOT_JSON, at the URL in that file or in MINTMARK_BASE_URL. Without them, a new service. */
export async function findServerTarget(env: NodeJS.ProcessEnv = process.env): Promise<Target> {
  const { MINTMARK_ROOT_JSON: rootFile, MINTMARK_BASE_URL: url } = env;
  if (!rootFile) return startServerTarget();
  const { baseUrl, ...root } = await readRootFile(rootFile);
  return { urls: [url || baseUrl], ...root, [Symbol.asyncDispose]: async () => {} };
}
