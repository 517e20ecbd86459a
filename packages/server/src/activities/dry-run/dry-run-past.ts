import type { QueryContext } from '../../core/handlers/implement.ts';
import { ApiError, endsActivity } from '../../core/model/api-error.ts';
import { shareOf } from '../../core/model/share.ts';
import type { PolicySet } from '../../core/ports/policy-sets.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { firstValues } from '../../policies/values/first-values.ts';
import { policyValues } from '../../policies/values/policy-values.ts';
import { requireActivity } from '../record/activity-store.ts';
import { type DryRun, explainPolicies, missingApprovals } from './dry-run-answer.ts';
import { readPastActivities, readProxyUser } from './past-activities.ts';
import { type Question, type Ruling, rule } from './ruling.ts';

interface Past {
  readonly activityId: string;
  readonly organization: OrganizationRow;
  /** Policies to ask instead of those of the organization. */
  readonly policies: PolicySet | undefined;
  /** Whether to say what policies see of it. */
  readonly withValues: boolean;
}

/** Decides about a past activity again. It writes nothing. */
export async function dryRunPast(
  context: QueryContext,
  { activityId, organization, policies: asked, withValues }: Past,
): Promise<DryRun> {
  const row = await requireActivity(context, activityId);
  const home = { organization, proxyUserId: await readProxyUser(context, organization) };
  const [past] = await readPastActivities(context, home, [row], context.findHandler);
  if (!past || typeof past.question === 'string') throw notDecidable(String(past?.question));
  const { question } = past;
  // Nothing can be read once policies are asked.
  const values = withValues ? await valuesOf(context, question) : {};
  const {
    outcome,
    reason,
    policies = [],
    missingRootUsers,
  } = await ruleAgain(context, { ...question, ...(asked && { policies: asked }) });
  await context.letGo?.();
  const approved = new Set(question.approvers.map(({ user }) => user.id));
  return {
    outcome,
    reason,
    policies: await explainPolicies(policies, inTurnsOf(context)),
    missingApprovals:
      outcome === 'OUTCOME_REQUIRES_CONSENSUS'
        ? await missingApprovals(context, { organization, approved, policies, missingRootUsers })
        : [],
    ...values,
  };
}

/** Everything that a policy could name, whether or not one does. */
const everything = { has: () => true };

/** Nothing if what the activity is about is gone by now. */
async function valuesOf(
  context: QueryContext,
  { execution: { subject } }: Question,
): Promise<Pick<DryRun, 'values' | 'omittedValues'>> {
  try {
    return firstValues(policyValues(subject, await subject.views(context, everything)));
  } catch (error) {
    if (endsActivity(error)) return {};
    throw error;
  }
}

const inTurnsOf = ({ services, organization, caller }: QueryContext) =>
  services.loop.turnsOf(shareOf(organization, caller));

async function ruleAgain(context: QueryContext, question: Question): Promise<Ruling> {
  try {
    return await rule(context, question, { letGo: context.letGo, inTurns: inTurnsOf(context) });
  } catch (error) {
    // What it is about may be gone by now.
    if (endsActivity(error)) throw notDecidable(error.message);
    throw error;
  }
}

const notDecidable = (why: string) =>
  new ApiError('ACTIVITY_NOT_DECIDABLE', `the activity cannot be re-evaluated: ${why}`);
