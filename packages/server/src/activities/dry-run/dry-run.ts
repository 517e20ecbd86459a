import { createHash } from 'node:crypto';
import type { JsonObject } from '@mintmark/stamper/encoding';
import { activityTypes } from '../../core/handlers/activity-types.ts';
import type { QueryContext } from '../../core/handlers/implement.ts';
import { Reads } from '../../core/handlers/reads.ts';
import { endsActivity, fieldError } from '../../core/model/api-error.ts';
import { uuidv7 } from '../../core/model/ids.ts';
import { shareOf } from '../../core/model/share.ts';
import type { PolicySet } from '../../core/ports/policy-sets.ts';
import { type Execution, readActivity } from '../../core/requests/read-activity.ts';
import { readBody } from '../../core/requests/read-body.ts';
import { decide, denial, outcomeOf, type Verdict } from '../decision/decide.ts';
import { mayAct } from '../decision/may-act.ts';
import { RequestEvaluations } from '../decision/request-evaluations.ts';
import { requireRoom } from '../decision/require-room.ts';
import { readState, type State } from '../decision/state.ts';
import { EarlyInputs } from '../look/early-inputs.ts';
import type { ActivityRow } from '../record/activity-row.ts';
import { countApprovers } from '../record/votes.ts';
import { type DryRun, explainPolicies, missingApprovals } from './dry-run-answer.ts';

const denied: DryRun = { outcome: 'OUTCOME_DENY_IMPLICIT', policies: [], missingApprovals: [] };

/**
 * Says what would become of a request if the caller submitted it now. It writes nothing.
 *
 * @param policies Policies to ask instead of those of the organization.
 */
export async function dryRun(context: QueryContext, text: string, policies: PolicySet | undefined): Promise<DryRun> {
  try {
    return await look(context, Buffer.from(text), policies);
  } catch (error) {
    if (!endsActivity(error) || error.status === 401) throw error;
    if (error.code === 'REQUEST_NOT_AUTHORIZED') return denied;
    // Whatever a submission would be refused for is a mistake in the text.
    const { fieldViolations = [] } = error.details;
    const [first] = fieldViolations;
    throw fieldError('request', first ? `${first.field}: ${first.description}` : `${error.code}: ${error.message}`);
  }
}

async function look(query: QueryContext, body: Buffer, asked: PolicySet | undefined): Promise<DryRun> {
  const context = { ...query, reads: new Reads() };
  const { organization, caller, services, findHandler } = context;
  const { type, execution, timestampMs } = readSubmission(context, readBody(body));
  const inTurns = services.loop.turnsOf(shareOf(organization, caller));
  const now = services.clock();
  const fingerprint = createHash('sha256').update(body).digest();
  const request = {
    ...{ organization, caller, body, fingerprint, newId: uuidv7(now), type, execution, timestampMs },
    evaluations: new RequestEvaluations(inTurns),
  };
  if (!mayAct(request)) return denied;
  await execution.readAhead(inTurns);
  const state = await readState(context, { organization, requests: [request] });
  const inputs = new EarlyInputs(context);
  const beforeAsking = async (one: Execution) => {
    await inputs.read(one);
    await context.letGo?.();
  };
  const options = { context, findHandler, now, policies: asked, isLocked: false, beforeAsking };
  const verdict = await decide(request, state, options);
  requireRoom(services, state, request, verdict);
  if (verdict.next === 'run') await inputs.of(verdict.execution);
  await context.letGo?.();
  const policies = verdict.next === 'nothing' ? [] : (verdict.policies ?? []);
  return {
    outcome: verdict.next === 'nothing' ? outcomeOfNothing(verdict) : outcomeOf(verdict),
    policies: await explainPolicies(policies, inTurns),
    missingApprovals: verdict.next === 'wait' ? await missingOf(context, state, verdict) : [],
  };
}

async function missingOf(
  context: QueryContext,
  { organization, known, users }: State,
  { existing, approvalsSince: since, voter, policies = [], missingRootUsers }: Verdict & { readonly next: 'wait' },
): Promise<DryRun['missingApprovals']> {
  const now = context.services.clock();
  const counted = existing ? await countApprovers(existing, known.votesOn(existing), users, { since, now }) : new Map();
  const approved = new Set([...counted.keys(), voter.id]);
  return missingApprovals(context, { organization, approved, policies, missingRootUsers });
}

function readSubmission({ organization, findHandler }: QueryContext, body: JsonObject) {
  const entry = typeof body['type'] === 'string' ? activityTypes.get(body['type']) : undefined;
  if (!entry) throw fieldError('type', 'must be the type of an activity that can be submitted');
  if (String(body['organizationId']).toLowerCase() !== organization.id)
    throw fieldError('organizationId', 'must be the organization of the query');
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
