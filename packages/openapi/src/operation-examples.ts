import { createHash } from 'node:crypto';
import { type ActivityUnit, errorBody, examples, type Unit } from '@mintmark/schema';
import { exampleVote } from './example-votes.ts';

const activityRequest = (unit: ActivityUnit) => ({
  type: unit.type,
  timestampMs: examples.timestampMs,
  organizationId: examples.organizationId,
  parameters: unit.example.parameters,
});

/** The body of the request that the response examples of the operation answer. */
export const requestExample = (unit: Unit): unknown =>
  unit.kind === 'activity' ? activityRequest(unit) : unit.example.request;

interface NamedExample {
  readonly summary: string;
  readonly value: unknown;
}

/** The body that a user stamps to reject the activity. */
const rejection = (fingerprint: string) =>
  JSON.stringify({
    type: 'ACTIVITY_TYPE_REJECT_ACTIVITY',
    timestampMs: examples.timestampMs,
    organizationId: examples.organizationId,
    parameters: { fingerprint },
  });

const activityResponses = (unit: ActivityUnit): Record<string, NamedExample> => {
  const body = JSON.stringify(activityRequest(unit));
  const fingerprint = `sha256:${createHash('sha256').update(body).digest('hex')}`;
  const activity = (status: string, result: object, more: object = {}) => ({
    activity: {
      id: examples.activityId,
      organizationId: examples.organizationId,
      status,
      type: unit.type,
      intent: { [unit.intentKey]: unit.example.parameters },
      result,
      votes: [],
      fingerprint,
      canApprove: false,
      canReject: false,
      createdAt: examples.rfc3339,
      updatedAt: examples.rfc3339,
      ...more,
    },
  });
  return {
    completed: {
      summary: 'The activity was carried out.',
      value: activity('ACTIVITY_STATUS_COMPLETED', { [unit.resultKey]: unit.example.result }),
    },
    failed: {
      summary: 'The activity began and failed; nothing was changed.',
      value: activity('ACTIVITY_STATUS_FAILED', {}, { failure: errorBody('UNAVAILABLE') }),
    },
    pending: {
      summary: 'The activity is still running: ask again.',
      value: activity('ACTIVITY_STATUS_PENDING', {}),
    },
    consensusNeeded: {
      summary: 'The activity waits for the approvals of other users.',
      value: activity('ACTIVITY_STATUS_CONSENSUS_NEEDED', {}, { votes: [exampleVote('APPROVED', body)] }),
    },
    rejected: {
      summary: 'A user rejected the activity; nothing was changed.',
      value: activity('ACTIVITY_STATUS_REJECTED', {}, { votes: [exampleVote('REJECTED', rejection(fingerprint))] }),
    },
  };
};

/** The answers with status 200, the usual one first. */
export const responseExamples = (unit: Unit): Record<string, NamedExample> =>
  unit.kind === 'activity'
    ? activityResponses(unit)
    : { success: { summary: 'The answer.', value: unit.example.response } };
