import type { LeavesEntries } from '../../core/handlers/define-kind.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { Services } from '../../core/ports/services.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import { type EndpointRow, type EventType, gets, readEndpoints } from './endpoint-row.ts';
import { parentWebhook, webhook } from './webhook.ts';

/** How many bytes the body of an event may have. */
export const maxEventBytes = 64 * 1024;

/** An event that is ready to be sent. */
export interface WebhookEvent {
  /** Names the event: letters, digits, `-` and `_`. */
  readonly eventId: string;
  readonly eventType: EventType;
  /** JSON text. */
  readonly body: string;
}

/** A transaction in which events of one organization are raised. */
export interface EventContext {
  readonly sql: TransactionSql;
  readonly services: Pick<Services, 'macs'>;
  /** The organization that the event is about. */
  readonly organization: Pick<Organization, 'id' | 'parentId'> & Partial<Pick<Organization, 'source'>>;
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
  const { id, parentId } = organization;
  const owners = parentId === null ? [{ id }] : [{ id }, { id: parentId }];
  const endpoints = await Promise.all(owners.map((owner) => readEndpoints({ sql, services, organization: owner })));
  const recipients = endpoints.flat().filter((endpoint) => gets(endpoint, eventType));
  await leaveEvents(outbox, organization, recipients, [{ eventId, eventType, body: JSON.stringify(body) }]);
}

/** Leaves events for endpoints that were read already. */
export async function leaveEvents(
  outbox: EventContext['outbox'],
  { id, source }: Pick<Organization, 'id'> & Partial<Pick<Organization, 'source'>>,
  recipients: readonly EndpointRow[],
  events: readonly WebhookEvent[],
): Promise<void> {
  for (const { eventId, body } of events) {
    if (!/^[A-Za-z0-9_-]{1,150}$/.test(eventId)) throw new Error('the id of an event is not valid');
    if (Buffer.byteLength(body) > maxEventBytes) throw new Error('the body of an event is too large');
  }
  const entriesFor = (endpoints: readonly EndpointRow[]) =>
    endpoints.flatMap(({ organizationId: ownerId, id: endpointId }) =>
      events.map(({ eventId, eventType, body }) => ({
        target: endpointId,
        contents: { ownerId, endpointId, eventType, body },
        // The receiver sees it as webhook-id, which is signed: a message for one endpoint cannot be passed to another.
        idempotencyKey: `${eventId}_${endpointId}`,
      })),
    );
  const own = recipients.filter(({ organizationId }) => organizationId === id);
  const ofParent = recipients.filter(({ organizationId }) => organizationId !== id);
  await Promise.all([
    outbox.leaveAll(webhook, entriesFor(own), { maxWaiting: source ? maxWaitingOfSignUp : maxWaiting }),
    outbox.leaveAll(parentWebhook, entriesFor(ofParent), { maxWaiting }),
  ]);
}

/** How many events of one organization may wait, separately for its own endpoints and those of its parent. More are dropped. */
const maxWaiting = 10_000;
/** The same for the endpoints of an organization that an anonymous sign-up made: events count towards no budget of bytes. */
const maxWaitingOfSignUp = 200;
