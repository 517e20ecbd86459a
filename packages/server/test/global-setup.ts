import type { TestProject } from 'vitest/node';
import { type SocketAddress, startEmbeddedPostgres, startEphemeralPostgres } from '../src/store/embedded-postgres.ts';
import { migrate } from '../src/store/migrate.ts';
import { runStatement } from './statement.ts';
import { temporaryDirectory } from './temporary-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One PostgreSQL for all test files of a run, as its superuser. */
    readonly testServer: SocketAddress;
    /** The directory of an embedded PostgreSQL that was set up and stopped. */
    readonly preparedDirectory: string;
  }
}

/** The name of the database with our schema that those of the tests are copied from. */
export const template = 'mintmark_template';

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startEphemeralPostgres({ report: console.error });
  const superuser = { ...server.address, user: 'postgres', database: 'postgres' };
  await runStatement(superuser, (sql) => sql`create database ${sql(template)} owner mintmark`);
  await migrate({ address: { ...server.address, database: template }, ephemeral: true });
  project.provide('testServer', superuser);
  const prepared = await temporaryDirectory();
  await (await startEmbeddedPostgres({ directory: prepared.path, durable: true })).stop();
  project.provide('preparedDirectory', prepared.path);
  return async () => {
    await prepared[Symbol.asyncDispose]();
    await server.stop();
  };
}
