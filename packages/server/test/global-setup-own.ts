import { findDebianPostgres, startDebianPostgres } from '@mintmark/testing/debian-postgres';
import type { TestProject } from 'vitest/node';
import { createTemplate } from './global-setup.ts';
import { runStatement } from './statement.ts';

/** An external PostgreSQL of the oldest supported version, over TCP and with a password. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const bin = await findDebianPostgres('the service on an external PostgreSQL');
  const server = await startDebianPostgres(bin as string, { fsync: 'off', full_page_writes: 'off' });
  try {
    const role = new URL(server.url);
    role.username = 'service';
    await runStatement(server.url, (_, session) =>
      session.command(`create role service login password '${server.password}'`),
    );
    const testServer = { superuser: server.url, role: role.href, roleName: role.username, isExternal: true };
    await createTemplate(testServer);
    project.provide('testServer', testServer);
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
  return async () => await server[Symbol.asyncDispose]();
}
