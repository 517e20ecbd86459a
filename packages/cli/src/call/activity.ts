import { CallFailure, unexpectedAnswer } from './call-failure.ts';
import type { Answer } from './send-request.ts';

/** What a call needs to know of an activity. */
export interface Activity {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly fingerprint: string;
  readonly isFinal: boolean;
  readonly isCompleted: boolean;
  readonly isRejected: boolean;
  readonly needsApprovals: boolean;
  /** The members of its result, if it has one. */
  readonly result: Readonly<Record<string, unknown>>;
  readonly failure: { readonly message?: unknown } | undefined;
}

const completed = 'ACTIVITY_STATUS_COMPLETED';
const rejected = 'ACTIVITY_STATUS_REJECTED';
const final = [completed, rejected, 'ACTIVITY_STATUS_FAILED'];

/** The activity in an answer. Throws when there is none. */
export function readActivity(operation: string, { activity }: Answer): Activity {
  const { id, type, status, fingerprint, result, failure } = (activity ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || typeof status !== 'string')
    throw new CallFailure(unexpectedAnswer(operation, 'no activity'));
  const [inner] = Object.values((result ?? {}) as Record<string, unknown>);
  return {
    id,
    type: String(type),
    status,
    fingerprint: String(fingerprint),
    isFinal: final.includes(status),
    isCompleted: status === completed,
    isRejected: status === rejected,
    needsApprovals: status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    result: typeof inner === 'object' && inner !== null ? (inner as Activity['result']) : {},
    failure: typeof failure === 'object' && failure !== null ? failure : undefined,
  };
}
