import { uuidv7 } from '../../core/model/ids.ts';
import type { OutboxWriter } from '../../delivery/outbox/outbox-writer.ts';
import type { WebhookEvent } from '../../delivery/webhooks/leave-for-endpoints.ts';
import { leaveEvents, maxEventBytes } from '../../delivery/webhooks/raise-event.ts';
import { hasRecipients } from '../../delivery/webhooks/recipients.ts';
import type { State } from '../decision/state.ts';
import { activityForAll } from '../record/activity-record.ts';
import type { ActivityRow, VoteRow } from '../record/activity-row.ts';

/** The webhook events of the activities that one transaction records. */
export class ActivityEvents {
  readonly #state: Pick<State, 'organization' | 'recipients'>;
  readonly #events: WebhookEvent[] = [];

  constructor(state: Pick<State, 'organization' | 'recipients'>) {
    this.#state = state;
  }

  /** Notes an activity as it is now. */
  add(activity: ActivityRow, votes: readonly VoteRow[]): void {
    if (!hasRecipients(this.#state.recipients)) return;
    const eventId = uuidv7(activity.updatedAt);
    this.#events.push({ eventId, eventType: 'ACTIVITY_UPDATES', body: eventBody(activity, votes) });
  }

  /** Leaves all events for the outbox. */
  async leave(outbox: OutboxWriter): Promise<void> {
    const { organization, recipients } = this.#state;
    if (this.#events.length > 0) await leaveEvents(outbox, organization, recipients, this.#events);
  }
}

/**
 * Names of members that hold bundles, tokens, secrets, sessions and codes. They are meant for one user. Some are credentials, and
 * whoever runs the receiver could act as that user with them.
 */
const confidential = /(?:Bundle|Token|Secret|Code|Verifier)$|^session$/;

/**
 * An activity as get_activity shows it, without `canApprove` and `canReject`: those depend on who asks. If it is large, or holds
 * something confidential, its intent, result and votes are empty, since a vote quotes the whole request.
 */
export function eventBody(activity: ActivityRow, votes: readonly VoteRow[]): string {
  const record = activityForAll(activity, votes);
  const isShown = activity.body.length <= maxEventBytes && !isConfidential([record.intent, record.result]);
  const text = isShown ? JSON.stringify(record) : '';
  if (isShown && Buffer.byteLength(text) <= maxEventBytes) return text;
  return JSON.stringify({ ...record, intent: {}, result: {}, votes: [] });
}

function isConfidential(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) => (confidential.test(name) && typeof member === 'string') || isConfidential(member),
  );
}
