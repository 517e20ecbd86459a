import type { AnyActivity } from './any-activity.ts';
import type { ErrorCode } from './generated/error-codes.ts';
import type { components } from './generated/paths.ts';
import type { SignedRequest } from './signed-request.ts';
import type { Unfinished } from './unfinished.ts';

/** The code of an error response: one from the error catalogue, or a newer one. */
export type ApiErrorCode = ErrorCode | (string & {});

/** The codes of errors that the client itself raises. */
export type ClientErrorCode =
  | 'ABORTED'
  | 'ACTIVITY_CONSENSUS_NEEDED'
  | 'ACTIVITY_FAILED'
  | 'ACTIVITY_PENDING'
  | 'ACTIVITY_REJECTED'
  | 'ACTIVITY_TYPE_MISMATCH'
  | 'CONNECTION_FAILED'
  | 'INPUT_INVALID'
  | 'REDIRECTED'
  | 'STAMP_FAILED'
  | 'TIMEOUT'
  | 'UNEXPECTED_RESPONSE';

interface Facts {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly activityId?: string | undefined;
  readonly cause?: unknown;
}

/** The base class of every error of this package. No message holds a stamp, a key or a part of a request body. */
export class MintmarkError extends Error {
  override readonly name: string = 'MintmarkError';
  /** A stable code to branch on. */
  readonly code: ApiErrorCode | ClientErrorCode;
  /** HTTP status of the response, if there was one. */
  readonly status: number | undefined;
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Whether the same bytes may be sent again. */
  readonly retryable: boolean;
  /** How long the service asked to wait before a retry, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The activity that exists despite the error: `resume` fetches it. */
  activityId: string | undefined;
  /**
   * The request that was sent; `send` can safely send it again. It is a secret, so it is not enumerable and stays out of
   * logs.
   */
  declare readonly request?: SignedRequest;
  /**
   * How to continue the export or import of `@mintmark/client/movements` that threw this error. It is a secret, and not
   * enumerable either.
   */
  declare readonly unfinished?: Unfinished;

  constructor(code: ApiErrorCode | ClientErrorCode, message: string, { cause, ...facts }: Facts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.retryable = facts.retryable ?? false;
    this.retryAfterMs = facts.retryAfterMs;
    this.activityId = facts.activityId;
  }
}

export type ApiErrorBody = components['schemas']['ApiError'];

/** The service refused the request. */
export class ApiError extends MintmarkError {
  override readonly name = 'ApiError';
  declare readonly code: ApiErrorCode;
  declare readonly status: number;
  /** The error body of the service. */
  readonly details: ApiErrorBody['details'];
  /** The invalid fields, if any. */
  readonly fieldViolations: readonly components['schemas']['FieldViolation'][];

  constructor(operation: string, body: ApiErrorBody, code: ApiErrorCode, facts: Facts) {
    super(code, `${operation} was refused: ${body.message} (${code})`, facts);
    this.details = body.details;
    this.fieldViolations = body.details.flatMap(({ fieldViolations = [] }) => fieldViolations);
  }
}

/** The activity exists but is not completed, or could not be fetched; then the `cause` says why. */
export class ActivityError extends MintmarkError {
  override readonly name = 'ActivityError';
  /** Not enumerable, so that it stays out of logs: it holds the parameters that were sent. */
  declare readonly activity: AnyActivity;

  constructor(operation: string, code: ClientErrorCode, problem: string, activity: AnyActivity, cause?: unknown) {
    super(code, `${operation}: activity ${activity.id} ${problem}`, { activityId: activity.id, cause });
    Object.defineProperty(this, 'activity', { value: activity });
  }
}

/** There was no response in time. The service may still have carried out the request; `retryable` says whether to send it again. */
export class TimeoutError extends MintmarkError {
  override readonly name = 'TimeoutError';
}

/** The caller aborted the call. The service may still have carried out the request. */
export class AbortError extends MintmarkError {
  override readonly name = 'AbortError';
}

/** A failure between the client and the service: connection lost, a redirect, or a response that the service did not send. */
export class TransportError extends MintmarkError {
  override readonly name = 'TransportError';
}

/** The stamper failed; nothing was sent. */
export class StampError extends MintmarkError {
  override readonly name = 'StampError';
}
