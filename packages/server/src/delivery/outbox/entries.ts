import { randomUUID } from 'node:crypto';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import { isOrganization, type OrganizationKey, ofOrganization } from '../../core/model/of-organization.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { Sql } from '../../storage/store/database.ts';
import type { DeliveryError } from './delivery-error.ts';
import type { outboxTable } from './outbox-table.ts';

/** An entry as the store has it. */
export type EntryRow = RowOf<typeof outboxTable>;

/** An entry that this process may deliver until its lease ends. */
export type TakenEntry = Authenticated<EntryRow> & { readonly leaseId: string };

/** The entries of one kind of one organization for one target. */
export interface Lane {
  /** The top-level organization: this one or its parent. */
  readonly tenantId: string;
  /** Where the anonymous sign-up came from that made the organization. */
  readonly source: string | null;
  readonly organizationId: string;
  readonly kind: string;
  /** What callers chose; null if the operator chose it, or if an earlier version left the entry. */
  readonly target: string | null;
}

/**
 * The time for due entries and leases: that of the database, on which all processes agree. A test replaces it.
 */
export type OutboxClock = (() => Date) | undefined;

export const timeOf = (sql: Sql, clock: OutboxClock) => (clock ? sql`${clock()}::timestamptz` : sql`now()`);

const later = (sql: Sql, clock: OutboxClock, ms: number) =>
  sql`${timeOf(sql, clock)} + ${ms}::float8 * interval '1 millisecond'`;

/** How much of a lease id is the same for all leases of a process. What follows differs, so that no two leases are the same. */
const ownerLength = '00000000-0000-0000-'.length;

const newLeaseId = (owner: string) => owner.slice(0, ownerLength) + randomUUID().slice(ownerLength);

/** Whether a lease belongs to the process with this id, or without an id to any process. */
export function isLeaseOf(sql: Sql, owner?: string) {
  if (owner === undefined) return sql`lease_id is not null`;
  const start = owner.slice(0, ownerLength);
  return sql`lease_id between ${`${start}0000-000000000000`}::uuid and ${`${start}ffff-ffffffffffff`}::uuid`;
}

interface TakeOptions {
  readonly max: number;
  readonly leaseMs: number;
  /** The id of this process, a UUID. */
  readonly owner: string;
  readonly clock: OutboxClock;
  /** Whether to take nothing of an organization that is deleted. */
  readonly endsWithOrganization?: boolean;
}

/**
 * Takes entries that are due, oldest first, under a lease. The attempt counts from here: an entry that crashes the process is
 * not tried for ever.
 *
 * The subselect is an array, so that it runs once: as a join it could run again, and lock more rows than it returns.
 */
export function takeEntries(
  sql: Sql,
  { organizationId, kind, target }: Pick<Lane, 'organizationId' | 'kind' | 'target'>,
  { max, leaseMs, owner, clock, endsWithOrganization = false }: TakeOptions,
) {
  const owned = ofOrganization(sql, { id: organizationId });
  return sql<TakenEntry[]>`
    update outbox set lease_id = ${newLeaseId(owner)}, due_at = ${later(sql, clock, leaseMs)}, attempts = attempts + 1
    where ${owned} and id = any(array(
      select id from outbox
      where ${owned} and kind = ${kind} and ${target === null ? sql`target is null` : sql`target = ${target}`}
        and state = 'waiting' and due_at <= ${timeOf(sql, clock)}
        ${endsWithOrganization ? sql`and exists (${liveOrganization(sql, organizationId)})` : sql``}
      order by due_at, id limit ${max} for update skip locked
    ))
    returning *`;
}

const liveOrganization = (sql: Sql, id: string) => sql`
  select from organizations where ${isOrganization(sql, { id })} and deleted_at is null`;

/** Every change of a taken entry requires that its lease was not given to another process. */
const isHeld = (sql: Sql, { organizationId, id, leaseId }: TakenEntry) =>
  sql`${ofOrganization(sql, { id: organizationId })} and id = ${id} and lease_id = ${leaseId}`;

/**
 * Removes a delivered entry. The activity that left it and its audit entry remain; a kept entry would only keep its contents,
 * which may be personal data.
 */
export const removeEntry = (sql: Sql, entry: TakenEntry) => sql`delete from outbox where ${isHeld(sql, entry)}`;

/** Locks the entry. Finds nothing if another process has taken it. */
export const lockEntry = (sql: Sql, entry: TakenEntry) => sql`
  select from outbox where ${isHeld(sql, entry)} for update`;

/**
 * Keeps a delivered entry, which is delivered again after a pause. Resets the number of attempts, but remembers if the
 * outcome of one is unknown: what that attempt did may show only later.
 */
export const repeatEntry = (sql: Sql, entry: TakenEntry, pauseMs: number, clock: OutboxClock) => sql`
  update outbox set lease_id = null, due_at = ${later(sql, clock, pauseMs)}, attempts = least(attempts - 1, 1), error_code = null,
    error_text = null
  where ${isHeld(sql, entry)}`;

/** Lets the entry be tried again after a pause. */
export const postponeEntry = (
  sql: Sql,
  entry: TakenEntry,
  { code, message }: DeliveryError,
  { pauseMs, clock }: { readonly pauseMs: number; readonly clock: OutboxClock },
) => sql`
  update outbox set lease_id = null, due_at = ${later(sql, clock, pauseMs)}, error_code = ${code}, error_text = ${message}
  where ${isHeld(sql, entry)}`;

/** Gives the entry up, and keeps it with the reason. */
export const failEntry = (sql: Sql, entry: TakenEntry, { code, message }: DeliveryError) => sql`
  update outbox set state = 'failed', lease_id = null, error_code = ${code}, error_text = ${message}
  where ${isHeld(sql, entry)}`;

/** The same without its contents. */
export const failAndEraseEntry = (sql: Sql, entry: TakenEntry, { code, message }: DeliveryError) => sql`
  update outbox set state = 'failed', lease_id = null, error_code = ${code}, error_text = ${message},
    contents = null, sealed_contents = null
  where ${isHeld(sql, entry)}`;

/**
 * Ends the lease without a result: another process may take the entry immediately.
 *
 * @param hasTried Whether the attempt counts.
 */
export const handBackEntry = (sql: Sql, entry: TakenEntry, clock: OutboxClock, hasTried: boolean) => sql`
  update outbox set lease_id = null, due_at = ${timeOf(sql, clock)}, attempts = attempts - ${hasTried ? 0 : 1}::integer
  where ${isHeld(sql, entry)}`;

/** Ends the leases of a process that is gone, or of all. Their attempts count: each of them may have crashed its process. */
export const endLeases = (sql: Sql, organization: OrganizationKey, owner?: string) => sql`
  update outbox set lease_id = null, due_at = now()
  where ${ofOrganization(sql, organization)} and ${isLeaseOf(sql, owner)}`;

/** An entry whose contents were erased cannot be delivered any more. */
const hasContents = (sql: Sql) => sql`num_nonnulls(contents, sealed_contents) = 1`;

/**
 * Makes an entry due now with all its attempts but one, unless it is being delivered. One stays, because the result of an attempt may
 * not be known.
 */
export const retryEntry = (sql: Sql, organization: OrganizationKey, id: string) => sql`
  update outbox set state = 'waiting', due_at = now(), attempts = least(attempts, 1)
  where ${ofOrganization(sql, organization)} and id = ${id} and (lease_id is null or due_at < now())
    and ${hasContents(sql)}`;

/** The same for all failed entries of an organization. */
export const retryFailedEntries = (sql: Sql, organization: OrganizationKey) => sql`
  update outbox set state = 'waiting', due_at = now(), attempts = least(attempts, 1)
  where ${ofOrganization(sql, organization)} and state = 'failed' and ${hasContents(sql)}`;

/** An entry of this kind that is still to be delivered, if there is one. */
export const waitingEntry = (sql: Sql, organization: OrganizationKey, kind: string) => sql`
  select from outbox where ${ofOrganization(sql, organization)} and kind = ${kind} and state = 'waiting' limit 1`;

/** Where the contents of an entry are sealed. */
export const placeOfContents = (tenantId: string, { organizationId, id }: Pick<EntryRow, 'organizationId' | 'id'>) => ({
  tenantId,
  table: 'outbox',
  row: `${organizationId}/${id}`,
  column: 'sealed_contents',
});

/** How many entries of a kind wait, counted up to a limit. */
export async function countWaiting(
  sql: Sql,
  organization: OrganizationKey,
  kind: string,
  max: number,
): Promise<number> {
  const [{ count = 0 } = {}] = await sql<{ readonly count: number }[]>`
    select count(*)::int as count from (
      select from outbox
      where ${ofOrganization(sql, organization)} and kind = ${kind} and state = 'waiting' limit ${max}
    ) waiting`;
  return count;
}

/** How many entries are removed in one statement. */
const maxForgotten = 100;

/** Removes entries of a kind whose contents were erased when they failed, a week after they were left. */
export const forgetErased = (sql: Sql, organization: OrganizationKey, kind: string, clock: OutboxClock) => sql`
  delete from outbox
  where ${ofOrganization(sql, organization)} and id in (
    select id from outbox
    where ${ofOrganization(sql, organization)} and state = 'failed' and kind = ${kind}
      and not ${hasContents(sql)} and created_at < ${timeOf(sql, clock)} - interval '7 days'
    limit ${maxForgotten} for update skip locked
  )`;
