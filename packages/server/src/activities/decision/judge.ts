import type { Voter } from '@mintmark/policy';
import { approver, credential } from '@mintmark/policy/namespaces';
import { type Marks, markOf } from '../../core/authority/row-macs.ts';
import { type PolicyContext, theCaller } from '../../core/handlers/implement.ts';
import type { PolicySet } from '../../core/ports/policy-sets.ts';
import type { Execution, PolicySubject } from '../../core/requests/read-activity.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { findUsers } from '../../identity/users/require-users.ts';
import type { UserRow } from '../../identity/users/user-record.ts';
import { usersTable } from '../../identity/users/users-table.ts';
import type { PolicyVerdict } from '../../policies/evaluation/evaluate-policies.ts';
import { readScopeCase } from '../../policies/evaluation/session-scope.ts';
import { readPolicySet } from '../../policies/sets/policy-set.ts';
import { type Approver, validCredentials } from '../record/voter.ts';
import { authorizeBuiltIn, authorizeByPolicies, type Decision, type Evidence } from './authorize.ts';
import type { PolicyAnswer, PolicyQuestion } from './policy-question.ts';

/** An activity, and who wants it. */
export interface Case {
  readonly execution: Execution;
  /** The organization whose quorum and policies decide: that of the caller. */
  readonly home: OrganizationRow;
  /** Policies to ask instead of those of the organization. */
  readonly policies?: PolicySet | undefined;
  readonly caller: Approver;
  /** Everybody who approves it, the caller included. */
  readonly approvers: readonly Approver[];
  readonly evidence: Pick<Evidence, 'isOwnCredential' | 'isForAnother' | 'isOfProxy'>;
  readonly now: Date;
  /** Whether the caller votes on it, and did not submit it. */
  readonly isExisting: boolean;
  readonly ask: AskAbout;
}

/** Asks the scope of a session and policies about an activity. Nothing is read after it. */
export type AskAbout = (question: PolicyQuestion, execution: Execution) => Promise<PolicyAnswer>;

/** Root users that an activity changes and who have not approved it. */
export interface MissingRootUsers {
  readonly ids: readonly string[];
  /** Whether nothing else is missing. */
  readonly isAll: boolean;
}

export interface Judgement {
  readonly decision: Decision;
  /** What the policies say, if they were asked. */
  readonly verdict?: PolicyVerdict;
  /** Whether a policy that waits for approvals can count one by the caller: only if a vote of the caller matters. */
  readonly countsCaller?: boolean;
  readonly missingRootUsers?: MissingRootUsers;
  /** The digests of the rows that decided, besides those of the approvers. */
  readonly marks?: Marks;
}

/**
 * Decides about an activity: built-in denials and the session's scope, the root quorum, the policies and the root users that it
 * changes, the defaults. It reads nothing after it has asked the scope and the policies.
 */
export async function judge(context: PolicyContext, one: Case): Promise<Judgement> {
  const { execution, home, policies, caller, approvers, now } = one;
  const { subject } = execution;
  const scope = await readScopeCase(context, caller.credential, subject);
  const evidence = {
    ...one.evidence,
    rootThreshold: home.rootThreshold,
    rootApprovals: approvers.filter(({ user }) => user.isRoot).length,
    isRoot: caller.user.isRoot,
    isForCaller: execution.ownUserId === theCaller,
    isRootQuorumOnly: subject.isRootQuorumOnly,
    isOutOfScope: scope === 'missing',
  };
  const builtIn = authorizeBuiltIn(evidence);
  if (scope === 'missing' || builtIn === 'denied') return { decision: 'denied' };
  if (builtIn && !scope) return { decision: builtIn };
  const [{ set, views }, changed] = builtIn
    ? [{ set: undefined, views: [] }, []]
    : await Promise.all([
        readPolicies(context, { subject, home, policies }),
        execution.changedUserIds(context).then((ids) => findUsers(context, ids)),
      ]);
  const missing = changed.filter(({ id, isRoot }) => isRoot && !approvers.some(({ user }) => user.id === id));
  const decide = (outcome: PolicyVerdict['outcome']) =>
    authorizeByPolicies({ ...evidence, lacksRootUser: missing.length > 0 }, outcome);
  const { isOwnCredential, isRoot } = evidence;
  const question: PolicyQuestion = {
    ...{ subject, scope, set, views, now },
    approvers: approvers.map(({ user }) => approver(user)),
    credentials: approvers.flatMap(({ user, credential: used }) => (used ? [credential(user.id, used)] : [])),
    voter: voterOf(caller.user, now),
    wantsVote: (outcome) => !isRoot && (one.isExisting ? !isOwnCredential : decide(outcome) === 'consensusNeeded'),
  };
  const isAsked = scope !== undefined || set === undefined || set.policies.length > 0;
  const answer: PolicyAnswer = isAsked ? await one.ask(question, execution) : { isInScope: true, verdict: nothingSaid };
  const { isInScope, verdict, countsCaller } = answer;
  if (!isInScope) return { decision: 'denied' };
  if (builtIn) return { decision: builtIn };
  if (!verdict) throw new Error('policies were not evaluated');
  return {
    decision: decide(verdict.outcome),
    verdict,
    countsCaller: countsCaller ?? false,
    ...(missing.length > 0 && {
      missingRootUsers: { ids: missing.map(({ id }) => id), isAll: isEnough(execution, missing, verdict) },
    }),
    marks: Object.assign({}, ...changed.map((user) => markOf(usersTable, user, context.reads))),
  };
}

const nothingSaid: PolicyVerdict = { outcome: 'OUTCOME_DENY_IMPLICIT', policies: [] };

/** Whether the approval of root users is all that is missing. Users manage their own credentials without a policy. */
function isEnough(
  { ownUserId }: Execution,
  missing: readonly { readonly id: string }[],
  { outcome }: PolicyVerdict,
): boolean {
  const isOwn = outcome !== 'OUTCOME_DENY_EXPLICIT' && missing.every(({ id }) => id === ownUserId);
  return outcome === 'OUTCOME_ALLOW' || isOwn;
}

interface Asked {
  readonly subject: PolicySubject;
  readonly home: OrganizationRow;
  readonly policies?: PolicySet | undefined;
}

/** The policies of an organization, and what they see of an activity: nothing if there are none. */
async function readPolicies(context: PolicyContext, { subject, home, policies }: Asked) {
  const set = policies ?? (await readPolicySet(context, home));
  return { set, views: set.policies.length === 0 ? [] : await subject.views(context, set.needs) };
}

/** A user who may vote, with any valid credential. */
export const voterOf = (user: UserRow, now: Date): Voter => ({
  approver: approver(user),
  credentials: validCredentials(user, now).map((row) => credential(user.id, row)),
});
