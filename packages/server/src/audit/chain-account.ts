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
  /** By the name of each row that the organization should have, the digest that it should have. */
  readonly rows = new Map<string, string>();
  readonly subOrganizationIds = new Set<string>();
  origin: EntryContent | undefined;
  isDeleted = false;
  readonly #ownRow: string;

  constructor(organizationId: string) {
    this.#ownRow = `organizations/${organizationId}`;
  }

  add(entry: EntryContent): void {
    this.origin ??= entry;
    this.#addRows(entry['rows']);
    const { activityId, said, userId, type, status } = entry;
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

  #addRows(rows: unknown): void {
    if (typeof rows !== 'object' || rows === null) return;
    for (const [row, mark] of Object.entries(rows)) {
      // The row of a sub-organization is here when it is made; its own chain says what became of it.
      if (row.startsWith('organizations/') && row !== this.#ownRow)
        this.subOrganizationIds.add(row.slice('organizations/'.length));
      else if (mark === '') this.rows.delete(row);
      else this.rows.set(row, String(mark));
    }
  }
}
