import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/storage/postgres/embedded-postgres.ts';

/** What only tests of processes need. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const prepared = await temporaryDirectory();
  await (await startEmbeddedPostgres({ directory: prepared.path, durable: true })).stop();
  project.provide('preparedDirectory', prepared.path);
  return async () => await prepared[Symbol.asyncDispose]();
}
