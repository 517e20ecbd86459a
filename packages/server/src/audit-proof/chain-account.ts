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
  readonly #report: (subject: string, problem: string) => void;
  /** By its fingerprint, the activity that has it. */
  readonly #fingerprints = new Map<unknown, unknown>();

  constructor(organizationId: string, report: (subject: string, problem: string) => void) {
    this.#ownRow = `organizations/${organizationId}`;
    this.#report = report;
  }

  add(entry: EntryContent): void {
    this.origin ??= entry;
    const { activityId, said, userId, type, status } = entry;
    for (const [row, mark] of marksOf(entry['basis']))
      if (this.rows.get(row) !== mark)
        this.#report(`activity ${activityId}`, `was decided by another version of ${row}`);
    this.#addRows(entry['rows']);
    if (activityId === undefined) return;
    const before = this.activities.get(activityId);
    if (before && isClosed(before.last)) this.#report(`activity ${activityId}`, 'went on after it was closed');
    const { fingerprint } = entry;
    const namesake = this.#fingerprints.get(fingerprint) ?? activityId;
    if (namesake !== activityId) this.#report(`activity ${activityId}`, `has the body of activity ${namesake}`);
    this.#fingerprints.set(fingerprint, namesake);
    const votes = before?.votes ?? new Map<unknown, EntryContent>();
    const isDenial = said === 'denied';
    if (!isDenial) votes.set(userId, entry);
    const deniedUserId = isDenial ? userId : (before?.deniedUserId ?? null);
    this.activities.set(activityId, { first: before?.first ?? entry, last: entry, deniedUserId, votes });
    if (type === 'ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION' && status === 'ACTIVITY_STATUS_COMPLETED')
      this.isDeleted = true;
  }

  #addRows(rows: unknown): void {
    for (const [row, mark] of marksOf(rows)) {
      // The row of a sub-organization is here when it is made; its own chain says what became of it.
      if (row.startsWith('organizations/') && row !== this.#ownRow)
        this.subOrganizationIds.add(row.slice('organizations/'.length));
      else if (mark === '') this.rows.delete(row);
      else this.rows.set(row, mark);
    }
  }
}

/** Whether nothing more can happen to an activity. One that was denied waits for somebody who may approve it. */
const isClosed = ({ said, status }: EntryContent): boolean =>
  said !== 'denied' && status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED';

const marksOf = (marks: unknown): [row: string, mark: string][] =>
  Object.entries((marks ?? {}) as Record<string, unknown>).map(([row, mark]) => [row, String(mark)]);
