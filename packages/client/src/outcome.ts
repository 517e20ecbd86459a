import type { AnyActivity } from './any-activity.ts';
import { ActivityError, type ApiErrorBody, type ClientErrorCode, MintmarkError, TransportError } from './errors.ts';
import { activityType, type Operation } from './operation.ts';

/** What became of an activity. Only a completed one has a result. */
export type Outcome<Result, Activity = AnyActivity> =
  | { readonly status: 'completed'; readonly result: Result; readonly activity: Activity }
  /** It is still running. */
  | { readonly status: 'pending'; readonly activity: Activity }
  /** It needs the approval of other users. */
  | { readonly status: 'consensusNeeded'; readonly activity: Activity }
  /** A user rejected it; nothing was changed. */
  | { readonly status: 'rejected'; readonly activity: Activity }
  /** It began and failed; nothing was changed. */
  | { readonly status: 'failed'; readonly failure: ApiErrorBody | undefined; readonly activity: Activity };

/** Statuses that are not listed are pending: they lead to one that is. */
const statuses: Partial<Record<string, Outcome<unknown>['status']>> = {
  ACTIVITY_STATUS_COMPLETED: 'completed',
  ACTIVITY_STATUS_FAILED: 'failed',
  ACTIVITY_STATUS_REJECTED: 'rejected',
  ACTIVITY_STATUS_CONSENSUS_NEEDED: 'consensusNeeded',
  ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: 'consensusNeeded',
} satisfies Partial<Record<AnyActivity['status'], Outcome<unknown>['status']>>;

/** The outcome of an activity. Its type must be that of the operation, except for a vote, which can be on any activity. */
export function outcomeOf(name: string, operation: Operation, activity: AnyActivity): Outcome<unknown> {
  if (!operation.vote && activity.type !== activityType(name, operation))
    throw new MintmarkError('ACTIVITY_TYPE_MISMATCH', `${name}: activity ${activity.id} has type ${activity.type}`, {
      activityId: activity.id,
    });
  const status = (Object.hasOwn(statuses, activity.status) && statuses[activity.status]) || 'pending';
  if (status === 'failed') return { status, failure: activity.failure, activity };
  if (status !== 'completed') return { status, activity };
  const [result, ...others] = Object.values(activity.result ?? {});
  if (typeof result !== 'object' || !result || others.length > 0)
    throw new TransportError(
      'UNEXPECTED_RESPONSE',
      `${name}: activity ${activity.id} is completed, but has no result`,
      {
        activityId: activity.id,
      },
    );
  return { status, result, activity };
}

type Words = readonly [code: ClientErrorCode, problem: string];

/** A poll failed: the state of the activity is not known, and submitting it again could execute it twice. */
export function lostTrack(operation: string, { status, activity }: Outcome<unknown>, cause: unknown): ActivityError {
  const [code] = unfinished[status as keyof typeof unfinished];
  return new ActivityError(operation, code, 'could not be fetched', activity, cause);
}

const unfinished: Readonly<Record<Exclude<Outcome<unknown>['status'], 'completed'>, Words>> = {
  pending: ['ACTIVITY_PENDING', 'is still running'],
  consensusNeeded: ['ACTIVITY_CONSENSUS_NEEDED', 'needs the approval of other users'],
  rejected: ['ACTIVITY_REJECTED', 'was rejected'],
  failed: ['ACTIVITY_FAILED', 'failed'],
};

/** Returns the result of a completed activity, and throws for any other outcome. */
export function resultOrThrow(operation: string, outcome: Outcome<unknown>): unknown {
  if (outcome.status === 'completed') return outcome.result;
  const [code, problem] = unfinished[outcome.status];
  const reason = outcome.status === 'failed' && outcome.failure ? `: ${outcome.failure.message}` : '';
  throw new ActivityError(operation, code, problem + reason, outcome.activity);
}
