import type { LeavesEntries } from '../../core/handlers/define-kind.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { EndpointRow, EventType } from './endpoint-row.ts';
import { parentWebhook, webhook } from './webhook.ts';

/** An event that is ready to be sent. */
export interface WebhookEvent {
  /** Names the event: letters, digits, `-` and `_`. */
  readonly eventId: string;
  readonly eventType: EventType;
  /** JSON text. */
  readonly body: string;
}

/** What names an endpoint. */
export type EndpointKey = Pick<EndpointRow, 'organizationId' | 'id'>;

/** An organization that events are about. */
export type EventOrganization = Pick<Organization, 'id'> & Partial<Pick<Organization, 'source'>>;

/** Leaves events of an organization for endpoints of its own and of its parent. */
export async function leaveForEndpoints(
  outbox: Pick<LeavesEntries, 'leaveAll'>,
  { id, source }: EventOrganization,
  endpoints: readonly EndpointKey[],
  events: readonly WebhookEvent[],
): Promise<void> {
  const entriesFor = (some: readonly EndpointKey[]) =>
    some.flatMap(({ organizationId: ownerId, id: endpointId }) =>
      events.map(({ eventId, eventType, body }) => ({
        target: endpointId,
        contents: { ownerId, endpointId, eventType, body },
        // The receiver sees it as webhook-id, which is signed: a message for one endpoint cannot be passed to another.
        idempotencyKey: `${eventId}_${endpointId}`,
      })),
    );
  const own = endpoints.filter(({ organizationId }) => organizationId === id);
  const ofParent = endpoints.filter(({ organizationId }) => organizationId !== id);
  await Promise.all([
    outbox.leaveAll(webhook, entriesFor(own), { maxWaiting: source ? maxWaitingOfSignUp : maxWaiting }),
    outbox.leaveAll(parentWebhook, entriesFor(ofParent), { maxWaiting }),
  ]);
}

/** How many events of one organization may wait, separately for its own endpoints and those of its parent. More are dropped. */
export const maxWaiting = 10_000;
/** The same for the endpoints of an organization that an anonymous sign-up made: events count towards no budget of bytes. */
const maxWaitingOfSignUp = 200;
