import type { TestProject } from 'vitest/node';
import { startEphemeralPostgres } from '../src/storage/postgres/embedded-postgres.ts';
import { migrate } from '../src/storage/store/migrate.ts';
import { runStatement } from './statement.ts';
import { type TestServer, withDatabase } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly testServer: TestServer;
  }
}

/** The name of the template database with our schema, from which the databases of the tests are copied. */
export const template = 'mintmark_template';

/** Creates that template database. */
export async function createTemplate({ superuser, role, roleName }: TestServer): Promise<void> {
  await runStatement(superuser, (sql) => sql`create database ${sql(template)} owner ${sql(roleName)}`);
  await migrate({ address: withDatabase(role, template), ephemeral: true });
}

/** The PostgreSQL that comes with the package. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startEphemeralPostgres({ report: console.error });
  const superuser = { ...server.address, user: 'postgres', database: 'postgres' };
  const testServer = { superuser, role: server.address, roleName: server.address.user, isExternal: false };
  await createTemplate(testServer);
  project.provide('testServer', testServer);
  return async () => await server.stop();
}
