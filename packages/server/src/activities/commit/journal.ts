import { activitiesTable } from '../../core/audit/activities-table.ts';
import { type Appended, AuditChain } from '../../core/audit/audit-chain.ts';
import { joinedMarks, type Marks, markOf, type RowMacs } from '../../core/authority/row-macs.ts';
import type { Caller } from '../../core/model/caller.ts';
import { uuidv7 } from '../../core/model/ids.ts';
import { ownerColumns } from '../../core/model/of-organization.ts';
import type { AppProof } from '../../core/ports/proof-signer.ts';
import { bytesOf } from '../../core/tables/bytes-of.ts';
import { type AppProofRow, encodeProofs } from '../../custody/proofs/app-proof-row.ts';
import { appProofsTable } from '../../custody/proofs/app-proofs-table.ts';
import type { EvaluatedPolicy } from '../../policies/evaluation/evaluate-policies.ts';
import { type EvaluationRow, encodeOutcomes } from '../../policies/rows/policy-evaluation.ts';
import { policyEvaluationsTable } from '../../policies/rows/policy-evaluations-table.ts';
import type { State } from '../decision/state.ts';
import { activityFacts } from '../record/activity-facts.ts';
import type { ActivityRow, VoteRow } from '../record/activity-row.ts';
import { voterRecordOf } from '../record/voter-record.ts';
import { votesTable } from '../record/votes-table.ts';

/** What is written about one request: the activity as it is now, the vote or the denial, and the rows that changed. */
export interface Entry {
  readonly activity: Omit<ActivityRow, 'mac'>;
  readonly caller: Caller;
  readonly said: VoteRow | 'denied';
  readonly at: Date;
  /** Digests of the rows that changed. */
  readonly rows: Marks;
  /** What these rows add to the storage of the organization. */
  readonly bytes: number;
  /** Digests of the rows that decided or were changed, as they were before. */
  readonly basis: Marks;
  /** Digests of the parent's rows that decided, if a user of the parent is the caller. */
  readonly parentBasis?: Marks;
  /** What the policies said, if they were asked. */
  readonly policies?: readonly EvaluatedPolicy[];
  /** The proofs of what was decided and done. */
  readonly proofs: readonly AppProof[];
}

/** What a journal writes. */
export interface JournalRows {
  readonly inserted: readonly ActivityRow[];
  readonly updated: readonly ActivityRow[];
  readonly votes: readonly (VoteRow & { readonly organizationId: string })[];
  readonly evaluations: readonly EvaluationRow[];
  readonly proofs: readonly AppProofRow[];
  readonly appended: Appended | undefined;
}

const nothing: { readonly marks: Marks; readonly bytes: number } = { marks: {}, bytes: 0 };

/**
 * Records what happens to the activities of an organization in one transaction. The rows are written at its end, those of all
 * activities together. Until then the state of the transaction has them, for the next request.
 */
export class Journal {
  readonly #macs: RowMacs;
  readonly #state: State;
  readonly #chain: AuditChain;
  readonly #inserted = new Map<string, ActivityRow>();
  readonly #updated = new Map<string, ActivityRow>();
  readonly #votes = new Map<string, VoteRow>();
  readonly #evaluations: EvaluationRow[] = [];
  readonly #proofs: AppProofRow[] = [];

  constructor(macs: RowMacs, state: State) {
    this.#macs = macs;
    this.#state = state;
    this.#chain = AuditChain.continue(macs, state.organization, state.head);
  }

  record(entry: Entry): ActivityRow {
    const { activity: row, caller, said, at, rows, basis, parentBasis, policies = [], proofs } = entry;
    const { userId, credentialId } = caller;
    const { known } = this.#state;
    const activity: ActivityRow = { ...row, mac: this.#macs.macOf(activitiesTable, row) };
    const before = known.find(activity.fingerprint);
    const isNew = !before || this.#inserted.has(activity.id);
    (isNew ? this.#inserted : this.#updated).set(activity.id, activity);
    const vote = said === 'denied' ? undefined : said;
    const votes = known.votesOn(activity);
    const replaced = votes.find((other) => other.userId === vote?.userId);
    const others = votes.filter((other) => other !== replaced);
    const proved = proofs.length > 0 ? this.#prove(activity.id, proofs, at) : undefined;
    known.set(activity, vote ? [...others, vote] : others, proved ? [proved] : []);
    if (vote) this.#votes.set(`${activity.id}/${vote.userId}`, vote);
    const evaluation = policies.length > 0 ? this.#evaluate(activity.id, vote?.id ?? null, policies, at) : nothing;
    const changed = joinedMarks(rows, evaluation.marks, proved && markOf(appProofsTable, proved));
    const bytes =
      entry.bytes +
      bytesOf(activitiesTable, activity) -
      (before ? bytesOf(activitiesTable, before) : 0) +
      (vote ? bytesOf(votesTable, vote) : 0) -
      (replaced ? bytesOf(votesTable, replaced) : 0) +
      (proved ? bytesOf(appProofsTable, proved) : 0);
    const content = {
      at: at.toISOString(),
      activityId: activity.id,
      ...activityFacts(activity),
      userId,
      credentialId,
      ...(vote
        ? { said: vote.selection, voteId: vote.id, voter: voterRecordOf(vote.voter).digest }
        : { said: 'denied' }),
      basis,
      ...(parentBasis && { parentBasis }),
      ...(Object.keys(changed).length > 0 && { rows: changed }),
    };
    this.#chain.append(content, bytes + evaluation.bytes);
    return activity;
  }

  /** What everything that was recorded adds to the storage of the organization. */
  get bytes(): number {
    return this.#chain.bytes;
  }

  /** How many activities that wait for approvals this transaction has recorded for a user who submitted them. */
  waitingOf(userId: string): number {
    const isWaiting = ({ id, status }: ActivityRow) =>
      status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED' && this.#votes.has(`${id}/${userId}`);
    return [...this.#inserted.values()].filter(isWaiting).length;
  }

  /** Notes what policies said, and returns the mark of the row and its bytes. */
  #evaluate(activityId: string, voteId: string | null, policies: readonly EvaluatedPolicy[], at: Date) {
    const outcomes = encodeOutcomes(policies.map(({ policy, outcome }) => ({ policyId: policy.id, outcome })));
    const owner = ownerColumns(this.#state.organization);
    const row = { ...owner, id: uuidv7(at), activityId, voteId, outcomes, createdAt: at };
    this.#evaluations.push({ ...row, mac: this.#macs.macOf(policyEvaluationsTable, row) });
    return { marks: markOf(policyEvaluationsTable, row), bytes: bytesOf(policyEvaluationsTable, row) };
  }

  #prove(activityId: string, proofs: readonly AppProof[], at: Date): AppProofRow {
    const owner = ownerColumns(this.#state.organization);
    const publicKey = proofs[0]?.publicKey ?? '';
    const row = { ...owner, id: uuidv7(at), activityId, publicKey, proofs: encodeProofs(proofs), createdAt: at };
    const made = { ...row, mac: this.#macs.macOf(appProofsTable, row) };
    this.#proofs.push(made);
    return made;
  }

  /** Takes everything that has to be written. */
  take(): JournalRows {
    return {
      inserted: [...this.#inserted.values()],
      updated: [...this.#updated.values()],
      votes: [...this.#votes.values()].map((vote) => ({ ...ownerColumns(this.#state.organization), ...vote })),
      evaluations: this.#evaluations,
      proofs: this.#proofs,
      appended: this.#chain.take(),
    };
  }
}
