import { randomUUID } from 'node:crypto';
import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { Authenticated } from '../authority/row-macs.ts';
import { type OrganizationKey, ofOrganization } from '../contract/of-organization.ts';
import type { Organization } from '../contract/organization.ts';
import type { Sql } from '../store/database.ts';
import type { DeliveryError } from './delivery-error.ts';

/** An entry as the store has it. */
export type EntryRow = AuthorityRows['outbox'];

/** An entry that this process may deliver until its lease ends. */
export type TakenEntry = Authenticated<EntryRow> & { readonly leaseId: string };

/** The entries of one kind of one organization. */
export interface Lane {
  readonly organizationId: string;
  readonly kind: string;
}

/**
 * The time for due entries and leases: that of the database, on which all processes agree. A test replaces it.
 */
export type OutboxClock = (() => Date) | undefined;

export const timeOf = (sql: Sql, clock: OutboxClock) => (clock ? sql`${clock()}::timestamptz` : sql`now()`);

const later = (sql: Sql, clock: OutboxClock, ms: number) =>
  sql`${timeOf(sql, clock)} + ${ms}::float8 * interval '1 millisecond'`;

/**
 * Takes entries that are due, oldest first, under a lease. The attempt counts from here: an entry that crashes the process is
 * not tried for ever.
 *
 * The subselect is an array, so that it runs once: as a join it could run again, and lock more rows than it returns.
 */
export function takeEntries(
  sql: Sql,
  { organizationId, kind }: Lane,
  { most, leaseMs, clock }: { readonly most: number; readonly leaseMs: number; readonly clock: OutboxClock },
) {
  const owned = ofOrganization(sql, { id: organizationId });
  return sql<TakenEntry[]>`
    update outbox set lease_id = ${randomUUID()}, due_at = ${later(sql, clock, leaseMs)}, attempts = attempts + 1
    where ${owned} and id = any(array(
      select id from outbox
      where ${owned} and kind = ${kind} and state = 'waiting' and due_at <= ${timeOf(sql, clock)}
      order by due_at, id limit ${most} for update skip locked
    ))
    returning *`;
}

/** Every change of a taken entry requires that its lease was not given to another process. */
const isHeld = (sql: Sql, { organizationId, id, leaseId }: TakenEntry) =>
  sql`${ofOrganization(sql, { id: organizationId })} and id = ${id} and lease_id = ${leaseId}`;

/**
 * Removes a delivered entry. The activity that left it and its audit entry remain; a kept entry would only keep its contents,
 * which may be personal data.
 */
export const removeEntry = (sql: Sql, entry: TakenEntry) => sql`delete from outbox where ${isHeld(sql, entry)}`;

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

/** Ends the lease without a result: another process may take the entry at once, and the attempt does not count. */
export const handBackEntry = (sql: Sql, entry: TakenEntry, clock: OutboxClock) => sql`
  update outbox set lease_id = null, due_at = ${timeOf(sql, clock)}, attempts = attempts - 1
  where ${isHeld(sql, entry)}`;

/** Makes an entry due now with all its attempts, unless it is being delivered. */
export const retryEntry = (sql: Sql, organization: OrganizationKey, id: string) => sql`
  update outbox set state = 'waiting', due_at = now(), attempts = 0
  where ${ofOrganization(sql, organization)} and id = ${id} and (lease_id is null or due_at < now())`;

/** The same for all failed entries of an organization. */
export const retryFailedEntries = (sql: Sql, organization: OrganizationKey) => sql`
  update outbox set state = 'waiting', due_at = now(), attempts = 0
  where ${ofOrganization(sql, organization)} and state = 'failed'`;

/** Where the contents of an entry are sealed. */
export const placeOfContents = (tenantId: string, { organizationId, id }: Pick<EntryRow, 'organizationId' | 'id'>) => ({
  tenantId,
  table: 'outbox',
  row: `${organizationId}/${id}`,
  column: 'sealed_contents',
});

/** The ids of an organization's row, from which its tenant follows. A deleted organization has them too. */
export const organizationIds = (sql: Sql, id: string) => sql<Pick<Organization, 'id' | 'parentId'>[]>`
  select id, parent_id from organizations where id = ${id}`;
