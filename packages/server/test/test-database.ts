import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '../src/storage/store/database.ts';
import type { DatabaseAddress } from '../src/storage/store/database-address.ts';
import { template } from './global-setup.ts';
import { runStatement } from './statement.ts';
import { withDatabase } from './test-server.ts';

/** A new database with only our schema. It is dropped at the end of an `await using`. */
export interface TestDatabase extends AsyncDisposable {
  readonly database: Database;
  readonly name: string;
  /** For further connections, as the server makes them. */
  readonly address: DatabaseAddress;
  /** For what the role of the service may not do. */
  readonly superuser: DatabaseAddress;
}

/**
 * Creates a database for a test or a test file, on the PostgreSQL that the whole run shares.
 *
 * @example
 * await using test = await createTestDatabase();
 * await test.database.query((sql) => sql`select id from instance`);
 */
export async function createTestDatabase(options: Partial<DatabaseOptions> = {}): Promise<TestDatabase> {
  const server = inject('testServer');
  if (!server) throw new Error('no PostgreSQL for tests: run vitest with the configuration of packages/server');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const { superuser, role, roleName } = server;
  await runStatement(
    superuser,
    // A copy of files costs half of what PostgreSQL's usual way through its log costs.
    (sql) => sql`create database ${sql(name)} template ${sql(template)} owner ${sql(roleName)} strategy file_copy`,
  );
  const address = withDatabase(role, name);
  // Long, since a run of all tests keeps a machine busy.
  const database = openDatabase({ address, ephemeral: true, timeoutMs: 60_000, ...options });
  return {
    database,
    name,
    address,
    superuser: withDatabase(superuser, name),
    async [Symbol.asyncDispose]() {
      await database.close();
      await runStatement(superuser, (sql) => sql`drop database ${sql(name)} with (force)`);
    },
  };
}
