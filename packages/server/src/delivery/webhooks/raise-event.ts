import type { LeavesEntries } from '../../core/handlers/define-kind.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { Services } from '../../core/ports/services.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import type { EventType } from './endpoint-row.ts';
import { type EventOrganization, leaveForEndpoints, maxWaiting, type WebhookEvent } from './leave-for-endpoints.ts';
import { parentEvent } from './parent-event.ts';
import { findRecipients, type Recipients } from './recipients.ts';

/** How many bytes the body of an event may have. */
export const maxEventBytes = 64 * 1024;

/** A transaction in which events of one organization are raised. */
export interface EventContext {
  readonly sql: TransactionSql;
  readonly services: Pick<Services, 'macs' | 'distribution' | 'listeners'>;
  /** The organization that the event is about. */
  readonly organization: EventOrganization & Pick<Organization, 'parentId'>;
  /** Leaves entries for this organization. After the commit it has to be passed to the `wake` of the outbox. */
  readonly outbox: Pick<LeavesEntries, 'leaveAll'>;
}

/**
 * Raises an event: every endpoint of the organization and of its parent that subscribed to the type gets it, if the transaction is
 * committed. Nothing is written if there is none.
 *
 * The event id must be the same if the same event is raised again: as long as the first one was not delivered, the transaction
 * then fails with a unique violation, and receivers recognise what they have seen.
 *
 * @example
 * await raiseEvent(context, { eventType: 'SEND_TRANSACTION_STATUS_UPDATES', eventId: `${id}-included`, body });
 */
export async function raiseEvent(
  { sql, services, organization, outbox }: EventContext,
  { eventType, eventId, body }: { readonly eventType: EventType; readonly eventId: string; readonly body: object },
): Promise<void> {
  const recipients = await findRecipients({ sql, services, organization }, eventType);
  await leaveEvents(outbox, organization, recipients, [{ eventId, eventType, body: JSON.stringify(body) }]);
}

/** Leaves events for those who were found to get them. */
export async function leaveEvents(
  outbox: EventContext['outbox'],
  organization: EventOrganization,
  { endpoints, parentId }: Recipients,
  events: readonly WebhookEvent[],
): Promise<void> {
  for (const { eventId, body } of events) {
    if (!/^[A-Za-z0-9_-]{1,150}$/.test(eventId)) throw new Error('the id of an event is not valid');
    if (Buffer.byteLength(body) > maxEventBytes) throw new Error('the body of an event is too large');
  }
  await leaveForEndpoints(outbox, organization, endpoints, events);
  if (parentId === undefined) return;
  const entries = events.map((event) => ({ contents: { parentId, ...event }, idempotencyKey: event.eventId }));
  await outbox.leaveAll(parentEvent, entries, { maxWaiting });
}
