import { type Marks, markOf } from '../authority/row-macs.ts';
import { type PolicyContext, theCaller } from '../contract/implement.ts';
import type { PolicyView } from '../contract/policy-view.ts';
import type { Execution, PolicySubject } from '../contract/read-activity.ts';
import type { OrganizationRow } from '../organizations/organization-row.ts';
import type { PolicySet } from '../policies/compiled-policies.ts';
import { evaluatePolicies, type PolicyVerdict } from '../policies/evaluate-policies.ts';
import type { Budget } from '../policies/language/budget.ts';
import { countsVoter } from '../policies/language/counts-voter.ts';
import { PolicyError } from '../policies/language/policy-error.ts';
import { approver, credential } from '../policies/namespaces/approvers.ts';
import { readPolicySet } from '../policies/policy-set.ts';
import { isInScope } from '../sessions/session-scope.ts';
import { findUsers } from '../users/require-users.ts';
import { authorizeBuiltIn, authorizeByPolicies, type Decision, type Evidence } from './authorize.ts';
import { type Approver, validCredentials } from './voter.ts';

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
}

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
  readonly missingRootUsers?: MissingRootUsers;
  /** The digests of the rows that decided, besides those of the approvers. */
  readonly marks?: Marks;
}

/**
 * Decides about an activity: built-in denials and the session's scope, the root quorum, the policies and the root users that it
 * changes, the defaults.
 */
export async function judge(context: PolicyContext, one: Case): Promise<Judgement> {
  const { execution, home, policies, caller, approvers, now } = one;
  const { subject } = execution;
  const evidence = {
    ...one.evidence,
    rootThreshold: home.rootThreshold,
    rootApprovals: approvers.filter(({ user }) => user.isRoot).length,
    isRoot: caller.user.isRoot,
    isForCaller: execution.ownUserId === theCaller,
    isRootQuorumOnly: subject.isRootQuorumOnly,
    isOutOfScope: !(await isInScope(context, caller.credential, subject, now)),
  };
  const builtIn = authorizeBuiltIn(evidence);
  if (builtIn) return { decision: builtIn };
  const [verdict, changed] = await Promise.all([
    askPolicies(context, { subject, home, policies, approvers, now }),
    execution.changedUserIds(context).then((ids) => findUsers(context, ids)),
  ]);
  const missing = changed.filter(({ id, isRoot }) => isRoot && !approvers.some(({ user }) => user.id === id));
  const decision = authorizeByPolicies({ ...evidence, lacksRootUser: missing.length > 0 }, verdict.outcome);
  return {
    decision,
    verdict,
    ...(missing.length > 0 && {
      missingRootUsers: { ids: missing.map(({ id }) => id), isAll: isEnough(execution, missing, verdict) },
    }),
    marks: Object.assign({}, ...changed.map((user) => markOf('users', user))),
  };
}

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
  readonly approvers: readonly Approver[];
  readonly now: Date;
}

/** What the policies of an organization say about an activity. */
async function askPolicies(
  context: PolicyContext,
  { subject, home, policies, approvers, now }: Asked,
): Promise<PolicyVerdict> {
  const set = policies ?? (await readPolicySet(context, home));
  if (set.policies.length === 0) return { outcome: 'OUTCOME_DENY_IMPLICIT', policies: [] };
  const views = await subject.views(context, set.needs);
  const voters = {
    approvers: approvers.map(({ user }) => approver(user)),
    credentials: approvers.flatMap((one) => (one.credential ? [credential(one.user.id, one.credential)] : [])),
  };
  const asked = JSON.stringify(voters);
  const last = answered.get(views);
  if (last?.set === set && last.asked === asked && !set.isTimed) return last.verdict;
  const verdict = await evaluatePolicies(set, { subject, views, ...voters, now });
  answered.set(views, { set, asked, verdict });
  return verdict;
}

/**
 * What policies said last about the views of an activity. The commit decides again, and if it sees the same views, policies and
 * approvers as the look did, the answer is the same.
 */
const answered = new WeakMap<
  readonly PolicyView[],
  { readonly set: PolicySet; readonly asked: string; readonly verdict: PolicyVerdict }
>();

/** Whether a policy that waits for approvals can count one by this user, with any valid credential. */
export function canCount(
  { policies }: Pick<PolicyVerdict, 'policies'>,
  { user }: Pick<Approver, 'user'>,
  now: Date,
  budget?: Budget,
): boolean {
  const voter = {
    approver: approver(user),
    credentials: validCredentials(user, now).map((row) => credential(user.id, row)),
  };
  return policies.some(
    ({ policy: { consensus }, isOpen }) =>
      isOpen && consensus && !(consensus instanceof PolicyError) && countsVoter(consensus, voter, budget),
  );
}
