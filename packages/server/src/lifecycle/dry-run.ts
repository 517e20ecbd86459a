import { createHash } from 'node:crypto';
import type dryRunActivity from '@mintmark/schema/operations/policies/dry-run-activity';
import type { z } from 'zod';
import { activityTypes } from '../contract/activity-types.ts';
import { endsActivity, fieldError } from '../contract/api-error.ts';
import { uuidv7 } from '../contract/ids.ts';
import type { QueryContext } from '../contract/implement.ts';
import { readActivity } from '../contract/read-activity.ts';
import { type JsonObject, readStrictJson } from '../contract/strict-json.ts';
import { mapInTurns } from '../limits/map-in-turns.ts';
import type { EvaluatedPolicy } from '../policies/evaluate-policies.ts';
import { explainPolicy } from '../policies/explain-policy.ts';
import { PolicyError } from '../policies/language/policy-error.ts';
import { readUsers } from '../users/user-record.ts';
import type { ActivityRow } from './activity-row.ts';
import { decide, denial, outcomeOf, type Verdict } from './decide.ts';
import { canCount } from './judge.ts';
import { mayAct } from './may-act.ts';
import { readState, type State } from './state.ts';
import { countApprovers } from './votes.ts';

type DryRun = z.output<typeof dryRunActivity.response>;

const denied: DryRun = { outcome: 'OUTCOME_DENY_IMPLICIT', policies: [], missingApprovals: [] };

/** Says what would become of a request if the caller submitted it now. It writes nothing. */
export async function dryRun(context: QueryContext, text: string): Promise<DryRun> {
  try {
    return await look(context, Buffer.from(text));
  } catch (error) {
    if (!endsActivity(error) || error.status === 401) throw error;
    if (error.code === 'REQUEST_NOT_AUTHORIZED') return denied;
    // Whatever a submission would be refused for is a mistake in the text.
    const { fieldViolations = [] } = error.particulars;
    const [first] = fieldViolations;
    throw fieldError('request', first ? `${first.field}: ${first.description}` : `${error.code}: ${error.message}`);
  }
}

async function look(context: QueryContext, body: Buffer): Promise<DryRun> {
  const { organization, caller, services, findHandler } = context;
  const { type, execution, timestampMs } = readSubmission(context, readStrictJson(body));
  const now = services.clock();
  const fingerprint = createHash('sha256').update(body).digest();
  const request = { organization, caller, body, fingerprint, newId: uuidv7(now), type, execution, timestampMs };
  if (!mayAct(request)) return denied;
  const state = await readState(context, [request], { isLocked: false });
  const verdict = await decide(request, state, { context, findHandler, now });
  if (verdict.next === 'run') await verdict.execution.phases?.inputs(context);
  const policies = verdict.next === 'nothing' ? [] : (verdict.policies ?? []);
  return {
    outcome: verdict.next === 'nothing' ? outcomeOfNothing(verdict) : outcomeOf(verdict),
    policies: await mapInTurns(policies, (evaluated) => {
      const { policy, outcome } = evaluated;
      const { expression, values } = explainPolicy(evaluated);
      return { policyId: policy.id, policyName: policy.name, outcome, expression, values: [...values] };
    }),
    missingApprovals: verdict.next === 'wait' ? await missingApprovals(context, state, verdict, policies) : [],
  };
}

function readSubmission({ organization, findHandler }: QueryContext, body: JsonObject) {
  const entry = typeof body['type'] === 'string' ? activityTypes.get(body['type']) : undefined;
  if (!entry) throw fieldError('type', 'must be that of an activity which can be submitted');
  if (String(body['organizationId']).toLowerCase() !== organization.id)
    throw fieldError('organizationId', 'must be that of the query');
  return readActivity(entry.unit, body, findHandler);
}

const outcomeOfNothing = ({ isDenied, existing }: Verdict & { readonly next: 'nothing' }): DryRun['outcome'] =>
  isDenied ? 'OUTCOME_DENY_IMPLICIT' : outcomeOfStored(existing);

/** What a repetition of a body leads to that was submitted before: nothing is decided again. */
function outcomeOfStored({ status, failure }: ActivityRow): DryRun['outcome'] {
  if (status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return 'OUTCOME_REQUIRES_CONSENSUS';
  if (status === 'ACTIVITY_STATUS_REJECTED') return 'OUTCOME_REJECTED';
  if (status === 'ACTIVITY_STATUS_COMPLETED') return 'OUTCOME_ALLOW';
  return failure === denial ? 'OUTCOME_DENY_IMPLICIT' : 'OUTCOME_ERROR';
}

/** Which approvals an activity still needs: those of the root quorum, or those that one of the policies waits for. */
async function missingApprovals(
  context: QueryContext,
  { organization, known, users }: State,
  { existing, approvalsSince: since, voter }: Verdict & { readonly next: 'wait' },
  policies: readonly EvaluatedPolicy[],
): Promise<DryRun['missingApprovals']> {
  const now = context.services.clock();
  const counted = existing ? await countApprovers(existing, known.votesOn(existing), users, { since, now }) : new Map();
  const approved = new Set([...counted.keys(), voter.id]);
  const everybody = await readUsers(context);
  const others = everybody.filter(({ id }) => !approved.has(id));
  const rootApprovals = everybody.filter(({ id, isRoot }) => isRoot && approved.has(id)).length;
  const idsOf = (users: typeof others) => users.map(({ id }) => id);
  const waiting = policies.filter(({ outcome }) => outcome === 'OUTCOME_REQUIRES_CONSENSUS');
  // There may be many users, and a consensus can take its whole budget for each.
  const countable = await mapInTurns(others, (user) =>
    waiting.map((one) => canCount({ outcome: one.outcome, policies: [one] }, { user }, now)),
  );
  return [
    {
      consensus: '',
      threshold: organization.rootThreshold - rootApprovals,
      userIds: idsOf(others.filter(({ isRoot }) => isRoot)),
    },
    ...waiting.map(({ policy: { id: policyId, consensus } }, index) => ({
      policyId,
      consensus: consensus && !(consensus instanceof PolicyError) ? consensus.text : '',
      userIds: idsOf(others.filter((_, user) => countable[user]?.[index])),
    })),
  ];
}
