import { createHash } from 'node:crypto';
import { type ActivityUnit, errorBody, examples, type Unit, type VoteUnit } from '@mintmark/schema';
import { exampleVote } from './example-votes.ts';

const activityRequest = (type: string, parameters: unknown) => ({
  type,
  timestampMs: examples.timestampMs,
  organizationId: examples.organizationId,
  parameters,
});

/** The body of the request that the response examples belong to. */
export const requestExample = (unit: Unit): unknown =>
  unit.kind === 'activity' ? activityRequest(unit.type, unit.example.parameters) : unit.example.request;

interface NamedExample {
  readonly summary: string;
  readonly value: unknown;
}

interface Completed {
  readonly votes: readonly object[];
  readonly fingerprint: string;
}

/** An activity in each possible state; `approval` is the body that its first approver stamped. */
const activityStates = (completed: Completed, approval: string) => {
  const state = (summary: string, status: string, more: object = {}): NamedExample => ({
    summary,
    value: { activity: { ...completed, status: `ACTIVITY_STATUS_${status}`, result: {}, ...more } },
  });
  const rejection = JSON.stringify(
    activityRequest('ACTIVITY_TYPE_REJECT_ACTIVITY', { fingerprint: completed.fingerprint }),
  );
  return {
    completed: { summary: 'The activity was carried out.', value: { activity: completed } },
    failed: state('The activity started and failed; nothing was changed.', 'FAILED', {
      failure: errorBody('UNAVAILABLE'),
    }),
    pending: state('The activity is still running: poll get_activity.', 'PENDING'),
    consensusNeeded: state('The activity waits for the approvals of other users.', 'CONSENSUS_NEEDED', {
      votes: [exampleVote('APPROVED', approval)],
    }),
    rejected: state('A user rejected the activity; nothing was changed.', 'REJECTED', {
      votes: [exampleVote('REJECTED', rejection)],
    }),
  };
};

const activityResponses = (unit: Exclude<ActivityUnit, VoteUnit>) => {
  const body = JSON.stringify(requestExample(unit));
  const completed = {
    id: examples.activityId,
    organizationId: examples.organizationId,
    status: 'ACTIVITY_STATUS_COMPLETED',
    type: unit.type,
    intent: { [unit.intentKey]: unit.example.parameters },
    result: { [unit.resultKey]: unit.example.result },
    votes: [],
    fingerprint: `sha256:${createHash('sha256').update(body).digest('hex')}`,
    canApprove: false,
    canReject: false,
    createdAt: examples.rfc3339,
    updatedAt: examples.rfc3339,
  };
  return activityStates(completed, body);
};

/** The activity that was voted on, with the vote. */
const voteResponses = (unit: VoteUnit): Record<string, NamedExample> => {
  const body = JSON.stringify(requestExample(unit));
  const votes = [exampleVote('APPROVED', body)];
  const { rejected, ...others } = activityStates({ ...unit.example.activity, votes }, body);
  return unit.selection === 'VOTE_SELECTION_REJECTED' ? { rejected } : others;
};

/** The responses with status 200, the usual one first. */
export const responseExamples = (unit: Unit): Record<string, NamedExample> => {
  if (unit.kind !== 'activity') return { success: { summary: 'A successful response.', value: unit.example.response } };
  return 'selection' in unit ? voteResponses(unit) : activityResponses(unit);
};
