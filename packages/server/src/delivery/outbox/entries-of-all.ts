import type { Sql, TransactionSql } from '../../storage/store/database.ts';
import { type EntryRow, isLeaseOf, type Lane, type OutboxClock, timeOf } from './entries.ts';

/*
 * The statements that ask for the entries of several organizations. On a distributed database they go to all machines.
 */

interface DueOptions {
  readonly max: number;
  readonly kinds: readonly string[];
  readonly clock?: OutboxClock;
}

/**
 * The lanes of these kinds with entries that are due. First comes the lane with the oldest entry of each kind of each tenant, then
 * the second of each; and within a tenant the first one of each source, then the second of each. So neither a tenant nor a stranger
 * with many organizations hides the others, and no lane stays behind for ever. Each process asks this every few seconds. An index
 * answers what is due; only the lanes are joined and sorted.
 */
export const lanesWithDueEntries = (sql: Sql, { max, kinds, clock }: DueOptions) => sql<Lane[]>`
  select tenant_id, source, organization_id, kind, target
  from (
    select *, row_number() over (
      partition by tenant_id, kind order by turn_of_source, oldest, organization_id, target
    ) as turn
    from (
      select *, row_number() over (
        partition by tenant_id, coalesce(source, organization_id::text), kind order by oldest, organization_id, target
      ) as turn_of_source
      from (
        select coalesce(organizations.parent_id, organizations.id) as tenant_id, organizations.source,
          due.organization_id, due.kind, due.target, due.oldest
        from (
          select organization_id, kind, target, min(due_at) as oldest from outbox
          where state = 'waiting' and due_at <= ${timeOf(sql, clock)} and kind = any(${kinds}::text[])
          group by organization_id, kind, target
        ) due
        join organizations on organizations.id = due.organization_id
      ) lanes
    ) lanes_of_sources
  ) turns
  order by turn, oldest, organization_id, kind, target limit ${max}`;

/** How long a machine may take to accept a connection, while others wait for their turn. */
const machineTimeoutMs = 300;

/**
 * The same on a distributed database of which a machine is away. Citus then refuses a statement about all organizations, so each shard is
 * asked for its oldest lanes, and those that do not answer are left out.
 */
export async function lanesOfPresentMachines(
  sql: TransactionSql,
  { max, kinds }: Pick<DueOptions, 'max' | 'kinds'>,
): Promise<Lane[]> {
  await sql`select set_config('citus.node_connection_timeout', ${machineTimeoutMs}::integer::text, true)`;
  const command = `
    select coalesce(json_agg(lanes), '[]')
    from (
      select coalesce(organizations.parent_id, organizations.id) as "tenantId", organizations.source,
        due.organization_id as "organizationId", due.kind, due.target
      from (
        select organization_id, kind, target, min(due_at) as oldest from %%s
        where state = 'waiting' and due_at <= now() and kind = any(%L::text[])
        group by organization_id, kind, target order by oldest limit %s
      ) due
      join %%s organizations on organizations.id = due.organization_id
      order by oldest
    ) lanes`;
  const answers = await sql<{ lanes: string }[]>`
    select result as lanes
    from run_command_on_colocated_placements(
      'outbox', 'organizations', format(${command}, ${[...kinds]}::text[], ${max}::integer), parallel => false
    )
    where success`;
  return answers.flatMap(({ lanes }) => JSON.parse(lanes) as Lane[]);
}

/** An entry that waits and has another kind than these, if there is one. */
export const entryOfAnotherKind = (sql: Sql, kinds: readonly string[]) => sql`
  select from outbox where state = 'waiting' and kind <> all(${kinds}::text[]) limit 1`;

/** The organizations with entries that the process with this id holds, or without an id any process. */
export const organizationsWithLeases = (sql: Sql, owner?: string) => sql<{ readonly organizationId: string }[]>`
  select distinct organization_id from outbox
  where state = 'waiting' and due_at > now() and ${isLeaseOf(sql, owner)}`;

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

/** An entry without its contents and its target. */
export type ListedEntry = Omit<EntryRow, 'contents' | 'sealedContents' | 'target'>;

/** All entries, in the order of organizations and ids. */
export const allEntries = (sql: Sql, max: number, after?: ListedEntry) => sql<ListedEntry[]>`
  select organization_id, id, kind, idempotency_key, state, due_at, lease_id, attempts, error_code, error_text, created_at
  from outbox ${after === undefined ? sql`` : sql`where (organization_id, id) > (${after.organizationId}, ${after.id})`}
  order by organization_id, id limit ${max}`;

/** The organizations with an entry of this id. */
export const organizationsWithEntry = (sql: Sql, id: string) => sql<{ readonly organizationId: string }[]>`
  select organization_id from outbox where id = ${id}`;

/** The entry of this id, if its contents were erased. */
export const erasedEntry = (sql: Sql, id: string) => sql`
  select from outbox where id = ${id} and num_nonnulls(contents, sealed_contents) = 0`;

/** The organizations with failed entries. */
export const organizationsWithFailedEntries = (sql: Sql) => sql<{ readonly organizationId: string }[]>`
  select distinct organization_id from outbox where state = 'failed'`;
