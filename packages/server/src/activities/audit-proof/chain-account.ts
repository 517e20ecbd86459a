import { erasedSaid } from '../../core/audit/erasure-entry.ts';
import { operatorKeySaid } from '../../core/audit/operator-key-entry.ts';
import { operatorRecoveryForbidden } from '../../identity/organizations/features.ts';
import { isErased } from '../tables.ts';
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

/** A key that the operator added, according to a chain. */
export interface OperatorKeyAccount {
  readonly sequence: bigint;
  readonly entry: EntryContent;
}

/** Rows that let somebody act. */
const actors = /^(?:users|api_keys|authenticators|oauth_providers)\//;

/** The state that follows from all entries of a chain. */
export class ChainAccount {
  readonly activities = new Map<unknown, ActivityAccount>();
  /** The expected digest of each row that the organization should have, by the name of the row. */
  readonly rows = new Map<string, string>();
  readonly subOrganizationIds = new Set<string>();
  /** The versions of the parent's rows that decided about activities. */
  readonly parentBases: { readonly activityId: unknown; readonly row: string; readonly mark: string }[] = [];
  readonly operatorKeys: OperatorKeyAccount[] = [];
  origin: EntryContent | undefined;
  isDeleted = false;
  /** Rows that may be missing: the organization is deleted, and its rows are being removed. */
  isBeingErased = false;
  readonly #ownRow: string;
  readonly #report: (subject: string, problem: string) => void;
  #isRecoveryForbidden = false;
  /** Activities by fingerprint. */
  readonly #fingerprints = new Map<unknown, unknown>();

  constructor(organizationId: string, report: (subject: string, problem: string) => void) {
    this.#ownRow = `organizations/${organizationId}`;
    this.#report = report;
  }

  add(entry: EntryContent, sequence: bigint): void {
    this.origin ??= entry;
    const { activityId, said, userId, type, status } = entry;
    const subject = activityId === undefined ? `entry ${sequence}` : `activity ${activityId}`;
    for (const [row, mark] of marksOf(entry['basis']))
      if (this.rows.get(row) !== mark) this.#report(subject, `was decided with another version of ${row}`);
    if (said === erasedSaid && activityId === undefined) this.#erase(entry, subject);
    if (said === operatorKeySaid && activityId === undefined) this.#addOperatorKey(entry, sequence);
    else this.#refuseNewActors(entry, subject);
    for (const [row, mark] of marksOf(entry['parentBasis'])) this.parentBases.push({ activityId, row, mark });
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
    if (type === 'ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION' && status === 'ACTIVITY_STATUS_COMPLETED') {
      this.isDeleted = true;
      this.isBeingErased = true;
    }
  }

  /** All rows that a deleted organization loses are gone. */
  #erase(entry: EntryContent, subject: string): void {
    if (!this.isBeingErased || marksOf(entry['rows']).length > 0) {
      this.#report(subject, 'records that rows were removed, though the organization was not being deleted');
      return;
    }
    this.isBeingErased = false;
    for (const row of this.rows.keys()) if (isErased(row)) this.rows.delete(row);
  }

  #addOperatorKey(entry: EntryContent, sequence: bigint): void {
    const subject = `entry ${sequence}`;
    const { apiKeyId, userId } = entry;
    const added = [`api_keys/${apiKeyId}`, `operator_keys/${apiKeyId}`];
    const isOnlyAKey =
      String(marksOf(entry['rows']).map(([row]) => row)) === String(added) && !added.some((row) => this.rows.has(row));
    if (!isOnlyAKey) this.#report(subject, 'is an operator entry, but does not add exactly one key');
    if (!marksOf(entry['basis']).some(([row]) => row === `users/${userId}`))
      this.#report(subject, 'does not record which version of the root user got the key');
    if (this.#isRecoveryForbidden)
      this.#report(subject, 'is an operator entry, though the organization had forbidden operator recovery');
    this.operatorKeys.push({ sequence, entry });
  }

  /** Reports users and credentials that were added by nobody: only activities and the operator add some to a chain that exists. */
  #refuseNewActors(entry: EntryContent, subject: string): void {
    for (const [row, mark] of marksOf(entry['rows'])) {
      if (row.startsWith('operator_keys/')) this.#report(subject, `added ${row}, but is not an operator entry`);
      const isByNobody = entry !== this.origin && entry['activityId'] === undefined;
      if (isByNobody && mark !== '' && actors.test(row) && !this.rows.has(row))
        this.#report(subject, `added ${row} without an activity`);
    }
  }

  #addRows(rows: unknown): void {
    for (const [row, mark] of marksOf(rows)) {
      if (row === `features/${operatorRecoveryForbidden}`) this.#isRecoveryForbidden = true;
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

/** The rows of a member of an entry, with their digests. */
export const marksOf = (marks: unknown): [row: string, mark: string][] =>
  Object.entries((marks ?? {}) as Record<string, unknown>).map(([row, mark]) => [row, String(mark)]);
