import { createHash } from 'node:crypto';
import { type ActivityUnit, type ErrorEntry, type ErrorName, errors, examples, type Unit } from '@mintmark/schema';

/** What an error of this name has in its details besides the name. */
const moreDetails: Partial<Record<ErrorName, { readonly inDetail?: object; readonly beside?: object }>> = {
  REQUEST_INVALID: {
    beside: {
      '@type': 'google.rpc.BadRequest',
      fieldViolations: [{ field: 'organisationId', description: 'Unrecognized key' }],
    },
  },
  REQUEST_NOT_AUTHORIZED: { inDetail: { activityId: examples.activityId } },
};

/** The body of an error as the service sends it. */
export const errorBody = (name: ErrorName) => {
  const { code, message }: ErrorEntry = errors[name];
  const { inDetail, beside } = moreDetails[name] ?? {};
  return {
    code,
    message,
    details: [{ '@type': 'mintmark.v1.ErrorDetail', errorCode: name, ...inDetail }, ...(beside ? [beside] : [])],
  };
};

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

const activityResponses = (unit: ActivityUnit): Record<string, NamedExample> => {
  const body = JSON.stringify(activityRequest(unit));
  const activity = (status: string, result: object, more: object = {}) => ({
    activity: {
      id: examples.activityId,
      organizationId: examples.organizationId,
      status,
      type: unit.type,
      intent: { [unit.intentKey]: unit.example.parameters },
      result,
      votes: [],
      fingerprint: `sha256:${createHash('sha256').update(body).digest('hex')}`,
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
  };
};

/** The answers with status 200, the usual one first. */
export const responseExamples = (unit: Unit): Record<string, NamedExample> =>
  unit.kind === 'activity'
    ? activityResponses(unit)
    : { success: { summary: 'The answer.', value: unit.example.response } };
