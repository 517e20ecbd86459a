import { Allowance, PolicyError } from '@mintmark/policy';
import type dryRunActivity from '@mintmark/schema/operations/policies/dry-run-activity';
import type { z } from 'zod';
import type { QueryContext } from '../../core/handlers/implement.ts';
import { mapInTurns } from '../../core/limits/map-in-turns.ts';
import { shareOf } from '../../core/model/share.ts';
import type { CompiledPolicy } from '../../core/ports/policy-sets.ts';
import type { InTurns } from '../../core/ports/takes-turns.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { readUsers } from '../../identity/users/user-record.ts';
import type { EvaluatedPolicy } from '../../policies/evaluation/evaluate-policies.ts';
import { stepsFor } from '../../policies/evaluation/evaluation-steps.ts';
import { explainPolicy } from '../../policies/evaluation/explain-policy.ts';
import type { Sql } from '../../storage/store/database.ts';
import { type MissingRootUsers, voterOf } from '../decision/judge.ts';
import { canCount } from '../decision/policy-question.ts';

export type DryRun = z.output<typeof dryRunActivity.response>;

/** How answers name a policy, which may be only proposed. */
const nameOf = ({ id: policyId, proposedIndex }: CompiledPolicy) => ({
  policyId,
  ...(proposedIndex !== undefined && { proposedIndex }),
});

/** How many steps all explanations together may take. A step takes twenty times as long here as in an evaluation. */
const maxStepsOfExplanations = 20_000;

/** What each policy said, and why, as far as the steps suffice. */
export function explainPolicies(
  policies: readonly EvaluatedPolicy[],
  inTurns: InTurns = mapInTurns,
): Promise<DryRun['policies']> {
  const allowance = new Allowance(maxStepsOfExplanations);
  return inTurns(policies, (evaluated) => {
    const { policy, outcome } = evaluated;
    const { expression, values } = explainPolicy(evaluated, allowance);
    return { ...nameOf(policy), policyName: policy.name, outcome, expression, values: [...values] };
  });
}

/**
 * How many more steps the consensus expressions may take for each user. There may be many users, and any user can propose
 * expressions. Usual ones take ten steps for a user.
 */
const stepsOfUser = 100;

interface Waiting {
  readonly organization: Pick<OrganizationRow, 'rootThreshold'>;
  /** The ids of the users whose approvals count already. */
  readonly approved: ReadonlySet<string>;
  readonly policies: readonly EvaluatedPolicy[];
  readonly missingRootUsers: MissingRootUsers | undefined;
}

/**
 * Which approvals are enough for an activity: those of the root quorum, of the root users that it changes, or those that one of the
 * policies waits for. What a policy waits for is not enough to change a root user.
 */
export async function missingApprovals(
  context: QueryContext,
  { organization, approved, policies, missingRootUsers }: Waiting,
): Promise<DryRun['missingApprovals']> {
  const now = context.services.clock();
  const { readAgain = <Result>(work: (sql: Sql) => Promise<Result>) => work(context.sql) } = context;
  const everybody = await readAgain((sql) => readUsers({ ...context, sql }));
  const others = everybody.filter(({ id }) => !approved.has(id));
  const rootApprovals = everybody.filter(({ id, isRoot }) => isRoot && approved.has(id)).length;
  const idsOf = (users: typeof others) => users.map(({ id }) => id);
  const waiting = missingRootUsers ? [] : policies.filter(({ outcome }) => outcome === 'OUTCOME_REQUIRES_CONSENSUS');
  const allowance = new Allowance(stepsFor(1) + stepsOfUser * others.length);
  const pairs = others.flatMap((user) => waiting.map((one) => ({ user, one })));
  const inTurns = context.services.loop.turnsOf(shareOf(context.organization, context.caller));
  const countable = await inTurns(pairs, ({ user, one }) => canCount(one, voterOf(user, now), allowance));
  return [
    {
      consensus: '',
      threshold: organization.rootThreshold - rootApprovals,
      userIds: idsOf(others.filter(({ isRoot }) => isRoot)),
    },
    ...(missingRootUsers?.isAll
      ? [{ consensus: '', threshold: missingRootUsers.ids.length, userIds: [...missingRootUsers.ids] }]
      : []),
    ...waiting.map(({ policy }, index) => ({
      ...nameOf(policy),
      consensus: policy.consensus && !(policy.consensus instanceof PolicyError) ? policy.consensus.text : '',
      userIds: idsOf(others.filter((_, user) => countable[user * waiting.length + index])),
    })),
  ];
}
