import { Allowance } from '@mintmark/policy';
import type { LetGo, PolicyContext } from '../../core/handlers/implement.ts';
import type { PolicySet } from '../../core/ports/policy-sets.ts';
import type { Execution } from '../../core/requests/read-activity.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import type { EvaluatedPolicy, PolicyOutcome } from '../../policies/evaluation/evaluate-policies.ts';
import type { EvaluationOptions } from '../../policies/evaluation/evaluation-options.ts';
import { type AskAbout, type Judgement, judge, type MissingRootUsers } from '../decision/judge.ts';
import { isOwnUser } from '../decision/judge-existing.ts';
import { evaluateQuestion, stepsForQuestion } from '../decision/policy-question.ts';
import type { Approver } from '../record/voter.ts';

/** A request, and everybody who approves it. */
export interface Question {
  readonly execution: Execution;
  readonly organization: OrganizationRow;
  /** Policies to ask instead of those of the organization. */
  readonly policies?: PolicySet;
  /** The user who submits it is the first one. */
  readonly approvers: readonly [Approver, ...Approver[]];
  /** The user that the sign-up proxy acts as. */
  readonly proxyUserId?: string | undefined;
  readonly now: Date;
}

/** What becomes of a request, and why. */
export interface Ruling {
  readonly outcome: PolicyOutcome;
  readonly reason: string;
  /** What each policy says, if policies were asked. */
  readonly policies?: readonly EvaluatedPolicy[];
  readonly missingRootUsers: MissingRootUsers | undefined;
}

interface RulingOptions extends EvaluationOptions {
  /** Called when everything is read, before policies are evaluated. */
  readonly letGo?: LetGo | undefined;
}

/**
 * Decides about a request as the service would.
 */
export async function rule(context: PolicyContext, question: Question, options: RulingOptions = {}): Promise<Ruling> {
  const { execution, organization: home, policies, approvers, proxyUserId, now } = question;
  const [caller] = approvers;
  const { forUserId } = execution;
  const evidence = {
    isOwnCredential: isOwnUser(execution, caller.user.id),
    isForAnother: forUserId !== undefined && !approvers.some(({ user }) => user.id === forUserId),
    isOfProxy: execution.byProxy && proxyUserId === caller.user.id,
  };
  const ask: AskAbout = async (asked) => {
    await options.letGo?.();
    return evaluateQuestion(asked, new Allowance(stepsForQuestion(asked)), options);
  };
  const judgement = await judge(context, {
    ...{ execution, home, policies, caller, approvers, evidence, now, ask },
    isExisting: false,
  });
  const { verdict, missingRootUsers } = judgement;
  const reason = verdict ? reasonOfPolicies(judgement, verdict) : builtInReason(question, judgement, evidence);
  const policiesSaid = verdict && { policies: verdict.policies };
  return { outcome: outcomeOf(judgement), reason, ...policiesSaid, missingRootUsers };
}

function outcomeOf({ decision, verdict }: Judgement): PolicyOutcome {
  if (decision === 'allowed') return 'OUTCOME_ALLOW';
  if (decision === 'consensusNeeded') return 'OUTCOME_REQUIRES_CONSENSUS';
  return verdict?.outcome === 'OUTCOME_DENY_EXPLICIT' ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_DENY_IMPLICIT';
}

function builtInReason(
  { execution, approvers, organization }: Question,
  { decision }: Judgement,
  { isForAnother, isOfProxy }: { readonly isForAnother: boolean; readonly isOfProxy: boolean },
): string {
  const isOfQuorum = approvers.filter(({ user }) => user.isRoot).length >= organization.rootThreshold;
  if (decision === 'allowed')
    return isOfProxy && !isOfQuorum ? 'the sign-up proxy may do this' : 'the root quorum approves it';
  if (isForAnother) return 'it is for another user, who has not approved it';
  if (execution.subject.isRootQuorumOnly && !isOfQuorum) return 'only the root quorum can allow it';
  return "it is outside the scope of the user's session";
}

function reasonOfPolicies({ decision }: Judgement, { outcome, policies }: NonNullable<Judgement['verdict']>): string {
  const names = policies.filter((one) => one.outcome === outcome).map(({ policy }) => `"${policy.name}"`);
  const [said, others] = [names.slice(0, 3).join(', '), names.length > 3 ? ` and ${names.length - 3} more` : ''];
  if (outcome === 'OUTCOME_DENY_IMPLICIT' || names.length === 0)
    return decision === 'allowed'
      ? 'users may manage their own credentials'
      : decision === 'denied'
        ? 'no policy allows it'
        : 'no policy allows it, but a root user requested it: the root quorum can approve it';
  const by = `${said}${others}`;
  if (outcome === 'OUTCOME_ALLOW')
    return decision === 'allowed'
      ? `allowed by ${by}`
      : `allowed by ${by}, but it changes a root user: that user or the root quorum must approve it`;
  if (outcome === 'OUTCOME_DENY_EXPLICIT')
    return decision === 'denied' ? `denied by ${by}` : `denied by ${by}, but the root quorum can approve it`;
  return decision === 'allowed' ? 'users may manage their own credentials' : `${by} waits for approvals`;
}
