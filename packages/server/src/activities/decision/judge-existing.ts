import { TamperedError } from '../../core/authority/tampered-error.ts';
import { type FindHandler, type InputsContext, theCaller } from '../../core/handlers/implement.ts';
import type { PolicySet } from '../../core/ports/policy-sets.ts';
import { type Execution, readStoredActivity } from '../../core/requests/read-activity.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import type { UserRow } from '../../identity/users/user-record.ts';
import type { ActivityRow, VoteRow } from '../record/activity-row.ts';
import { hasItsBody } from '../record/activity-store.ts';
import type { Approver } from '../record/voter.ts';
import { countApprovers } from '../record/votes.ts';
import { type AskAbout, type Judgement, judge } from './judge.ts';

/** Who approves an activity, and what is known about its organization. */
interface Circumstances {
  readonly context: InputsContext;
  readonly findHandler: FindHandler;
  readonly now: Date;
  readonly approver: Approver;
  readonly home: OrganizationRow;
  /** At least those who voted. */
  readonly users: ReadonlyMap<string, UserRow>;
  readonly proxyUserId: string | undefined;
  /** Policies to ask instead of those of the organization. */
  readonly policies?: PolicySet | undefined;
  /** Since when approvals count. */
  readonly since: Date;
  readonly ask: AskAbout;
}

interface ExistingJudgement extends Judgement {
  readonly execution: Execution;
  /** Whether the approval of the caller can change anything. */
  readonly mayVote: boolean;
  /** The others whose approval counts. */
  readonly others: readonly Approver[];
}

/** Decides about an existing activity as if the caller approved it. */
export async function judgeExisting(
  existing: ActivityRow,
  votes: readonly VoteRow[],
  { context, findHandler, now, policies, approver, home, users, proxyUserId, since, ask }: Circumstances,
): Promise<ExistingJudgement> {
  if (!hasItsBody(existing))
    throw new TamperedError(`the body of activity ${existing.id} does not match its fingerprint`);
  const { id: callerId, isRoot } = approver.user;
  const counted = await countApprovers(existing, votes, users, { since, now });
  counted.delete(callerId);
  const others = [...counted.values()];
  const execution = readStoredActivity(existing, findHandler);
  const { forUserId } = execution;
  const isOwnCredential = isOwnUser(execution, callerId);
  const judgement = await judge(context, {
    ...{ execution, home, policies, caller: approver, approvers: [...others, approver], now },
    ...{ ask, isExisting: true },
    evidence: {
      isOwnCredential,
      isOfProxy: execution.byProxy && proxyUserId === callerId,
      isForAnother: forUserId !== undefined && forUserId !== callerId && !counted.has(forUserId),
    },
  });
  const mayVote = isRoot || isOwnCredential || judgement.countsCaller === true;
  return { ...judgement, mayVote, execution, others };
}

/** Whether an activity only manages the credentials of its caller. */
export const isOwnUser = ({ ownUserId }: Execution, callerId: string): boolean =>
  ownUserId === theCaller || ownUserId === callerId;
