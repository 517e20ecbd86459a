import type { EntryContent } from './read-chain.ts';

/** What a chain says of one activity. */
export interface ActivityAccount {
  readonly first: EntryContent;
  readonly last: EntryContent;
  /** The user who was denied it. */
  readonly deniedUserId: unknown;
  /** What each user said last. */
  readonly votes: Map<unknown, EntryContent>;
}

/** What a chain says in sum. */
export class ChainAccount {
  readonly activities = new Map<unknown, ActivityAccount>();
  readonly subOrganizationIds = new Set<unknown>();
  origin: EntryContent | undefined;
  isDeleted = false;

  add(entry: EntryContent): void {
    this.origin ??= entry;
    const { activityId, said, userId, type, status, subOrganizationId } = entry;
    if (said === 'sub-organization created') this.subOrganizationIds.add(subOrganizationId);
    if (activityId === undefined) return;
    const before = this.activities.get(activityId);
    const votes = before?.votes ?? new Map<unknown, EntryContent>();
    const isDenial = said === 'denied';
    if (!isDenial) votes.set(userId, entry);
    const deniedUserId = isDenial ? userId : (before?.deniedUserId ?? null);
    this.activities.set(activityId, { first: before?.first ?? entry, last: entry, deniedUserId, votes });
    if (type === 'ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION' && status === 'ACTIVITY_STATUS_COMPLETED')
      this.isDeleted = true;
  }
}
