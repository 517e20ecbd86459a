import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { temporaryDirectory } from './temporary-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The directory of an embedded PostgreSQL that was set up and stopped. */
    readonly preparedDirectory: string;
  }
}

/** A directory with an embedded PostgreSQL that was set up and stopped: copying it is faster than a first start. */
export async function preparedDirectory(): ReturnType<typeof temporaryDirectory> {
  const directory = await temporaryDirectory();
  await copyPrepared(directory.path);
  return directory;
}

/** Puts such a PostgreSQL into a directory of a service, whose first start then finds an empty database. */
export async function copyPrepared(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await promisify(execFile)('cp', ['-Rp', `${inject('preparedDirectory')}/.`, path]);
}
