import type { Sql } from '../store/database.ts';
import { type EntryRow, type Lane, type OutboxClock, timeOf } from './entries.ts';

/*
 * The statements that ask for the entries of several organizations. On a distributed database they go to all machines.
 */

/** The lanes with entries that are due. Each process asks this every few seconds: an index answers it. */
export const lanesWithDueEntries = (sql: Sql, most: number, clock?: OutboxClock) => sql<Lane[]>`
  select distinct organization_id, kind from outbox
  where state = 'waiting' and due_at <= ${timeOf(sql, clock)} limit ${most}`;

/** How many entries of a kind are in a state. */
export interface Depth extends Pick<EntryRow, 'state' | 'kind'> {
  readonly count: number;
  /** For how long the oldest one has been due. */
  readonly overdueSeconds: number;
}

export const outboxDepths = (sql: Sql) => sql<Depth[]>`
  select state, kind, count(*)::integer as count,
    greatest(extract(epoch from now() - min(due_at)), 0)::float8 as overdue_seconds
  from outbox group by state, kind order by state, kind`;

/** An entry without its contents. */
export type ListedEntry = Omit<EntryRow, 'contents' | 'sealedContents'>;

/** All entries, in the order of organizations and ids. */
export const allEntries = (sql: Sql, most: number, after?: ListedEntry) => sql<ListedEntry[]>`
  select organization_id, id, kind, idempotency_key, state, due_at, lease_id, attempts, error_code, error_text, created_at
  from outbox ${after === undefined ? sql`` : sql`where (organization_id, id) > (${after.organizationId}, ${after.id})`}
  order by organization_id, id limit ${most}`;

/** The organizations with an entry of this id. */
export const organizationsWithEntry = (sql: Sql, id: string) => sql<{ readonly organizationId: string }[]>`
  select organization_id from outbox where id = ${id}`;

/** The organizations with failed entries. */
export const organizationsWithFailedEntries = (sql: Sql) => sql<{ readonly organizationId: string }[]>`
  select distinct organization_id from outbox where state = 'failed'`;
