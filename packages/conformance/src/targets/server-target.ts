import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRootFile } from './root-file.ts';
import { startServerProcess } from './server-process.ts';
import type { Target } from './target.ts';

/** The real service in a process, on an embedded PostgreSQL of its own. */
async function startServerTarget(): Promise<Target> {
  const directory = await mkdtemp(join(tmpdir(), 'mintmark-target-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(directory, { recursive: true }));
  const { url } = stack.use(await startServerProcess(directory));
  const { baseUrl: _, ...root } = await readRootFile(join(directory, 'root.json'));
  const parts = stack.move();
  return { urls: [url], ...root, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** The service whose `root.json` MINTMARK_ROOT_JSON names, at the URL that is in there or in MINTMARK_BASE_URL; else a new one. */
export async function findServerTarget(env: NodeJS.ProcessEnv = process.env): Promise<Target> {
  const { MINTMARK_ROOT_JSON: rootFile, MINTMARK_BASE_URL: url } = env;
  if (!rootFile) return startServerTarget();
  const { baseUrl, ...root } = await readRootFile(rootFile);
  return { urls: [url || baseUrl], ...root, [Symbol.asyncDispose]: async () => {} };
}
