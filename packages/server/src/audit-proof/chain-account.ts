import type { EntryContent } from './read-chain.ts';

/** What a chain says of one activity. */
export interface ActivityAccount {
  readonly first: EntryContent;
  readonly last: EntryContent;
  /** The user who was denied it. */
  readonly deniedUserId: unknown;
  /** The last vote of each user. */
  readonly votes: Map<unknown, EntryContent>;
}

/** What may be a problem, or only a change that was under way while two organizations were compared. */
export type Doubt = readonly [subject: string, problem: string];

/** The state that follows from all entries of a chain. */
export class ChainAccount {
  readonly activities = new Map<unknown, ActivityAccount>();
  /** The expected digest of each row that the organization should have, by the name of the row. */
  readonly rows = new Map<string, string>();
  readonly subOrganizationIds = new Set<string>();
  /** Every version that a row ever had: the sub-organizations depend on some of them. */
  readonly versions = new Set<string>();
  /** About the parent, which may have changed since its chain was read. */
  readonly doubts: Doubt[] = [];
  origin: EntryContent | undefined;
  isDeleted = false;
  readonly #ownRow: string;
  readonly #parentVersions: ReadonlySet<string>;
  readonly #report: (subject: string, problem: string) => void;
  /** Activities by fingerprint. */
  readonly #fingerprints = new Map<unknown, unknown>();

  /** @param parentVersions The versions of the parent's rows. */
  constructor(
    organizationId: string,
    parentVersions: ReadonlySet<string>,
    report: (subject: string, problem: string) => void,
  ) {
    this.#ownRow = `organizations/${organizationId}`;
    this.#parentVersions = parentVersions;
    this.#report = report;
  }

  add(entry: EntryContent): void {
    this.origin ??= entry;
    const { activityId, said, userId, type, status } = entry;
    for (const [row, mark] of marksOf(entry['basis']))
      if (this.rows.get(row) !== mark)
        this.#report(`activity ${activityId}`, `was decided with another version of ${row}`);
    for (const [row, mark] of marksOf(entry['parentBasis']))
      if (!this.#parentVersions.has(`${row} ${mark}`))
        this.doubts.push([`activity ${activityId}`, `was decided with a version of ${row} that the parent never had`]);
    this.#addRows(entry['rows']);
    if (activityId === undefined) return;
    const before = this.activities.get(activityId);
    if (before && isClosed(before.last)) this.#report(`activity ${activityId}`, 'changed after it was closed');
    const { fingerprint } = entry;
    const namesake = this.#fingerprints.get(fingerprint) ?? activityId;
    if (namesake !== activityId) this.#report(`activity ${activityId}`, `has the same body as activity ${namesake}`);
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
      this.versions.add(`${row} ${mark}`);
      // The chain of the parent has the row of a sub-organization only as it was created. Later changes are in its own chain.
      if (row.startsWith('organizations/') && row !== this.#ownRow)
        this.subOrganizationIds.add(row.slice('organizations/'.length));
      else if (mark === '') this.rows.delete(row);
      else this.rows.set(row, mark);
    }
  }
}

/** Whether an activity can no longer change. A denied one waits for a user who may approve it. */
const isClosed = ({ said, status }: EntryContent): boolean =>
  said !== 'denied' && status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED';

const marksOf = (marks: unknown): [row: string, mark: string][] =>
  Object.entries((marks ?? {}) as Record<string, unknown>).map(([row, mark]) => [row, String(mark)]);
