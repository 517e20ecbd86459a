import { setTimeout } from 'node:timers/promises';
import type { Actor, Service } from './service.ts';
import { runStatement } from './statement.ts';

/**
 * Holds the lock of an organization while requests to it are sent, until as many wait for it in the database as expected. Then
 * all of them run.
 */
export async function whileLocked<Result>(
  { database, address }: Pick<Service, 'database' | 'address'>,
  { organizationId }: Pick<Actor, 'organizationId'>,
  send: () => Promise<Result>[],
): Promise<Result[]> {
  const isOneWaiting = async () => {
    const [row] = await runStatement(
      address,
      (sql) => sql<[{ count: bigint }]>`
      select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row.count > 0n;
  };
  const { sent } = await database.transaction(
    async (sql) => {
      await sql`select from organizations where id = ${organizationId} for update`;
      const requests = send();
      while (!(await isOneWaiting())) await setTimeout(5);
      // The first waits for the lock; the others have to be waiting behind it by now.
      await setTimeout(50);
      return { sent: requests };
    },
    { timeoutMs: 60_000 },
  );
  return Promise.all(sent);
}
