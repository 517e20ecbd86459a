import type { AnyActivity } from './any-activity.ts';
import type { ErrorCode } from './generated/error-codes.ts';
import type { components } from './generated/paths.ts';
import type { SignedRequest } from './signed-request.ts';

/** The code of what the service refused: a word of the error catalogue, or a newer one. */
export type ApiErrorCode = ErrorCode | (string & {});

/** What the client itself found wrong. */
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

/** The root of every error of this package. No message holds a stamp, a key or a part of a body. */
export class MintmarkError extends Error {
  override readonly name: string = 'MintmarkError';
  /** A stable word to branch on. */
  readonly code: ApiErrorCode | ClientErrorCode;
  /** HTTP status of the answer, if there was one. */
  readonly status: number | undefined;
  /** Names the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Whether the same bytes may be sent again. */
  readonly retryable: boolean;
  /** How long the service asked to wait before that. */
  readonly retryAfterMs: number | undefined;
  /** The activity that exists nevertheless: `resume` asks what became of it. */
  activityId: string | undefined;
  /**
   * What was sent: `send` sends the same again, which does nothing twice. Not among what is logged of an error, since it is a
   * secret.
   */
  declare readonly request?: SignedRequest;

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
  /** What the service said, for programs. */
  readonly details: ApiErrorBody['details'];
  /** The fields that are wrong, if fields are. */
  readonly fieldViolations: readonly components['schemas']['FieldViolation'][];

  constructor(operation: string, body: ApiErrorBody, code: ApiErrorCode, facts: Facts) {
    super(code, `${operation} was refused: ${body.message} (${code})`, facts);
    this.details = body.details;
    this.fieldViolations = body.details.flatMap(({ fieldViolations = [] }) => fieldViolations);
  }
}

/** The activity exists, but is not completed, or could not be asked about again: then the `cause` says why. */
export class ActivityError extends MintmarkError {
  override readonly name = 'ActivityError';
  /** Not among what is logged of an error: it holds the parameters that were sent. */
  declare readonly activity: AnyActivity;

  constructor(operation: string, code: ClientErrorCode, problem: string, activity: AnyActivity, cause?: unknown) {
    super(code, `${operation}: activity ${activity.id} ${problem}`, { activityId: activity.id, cause });
    Object.defineProperty(this, 'activity', { value: activity });
  }
}

/** There was no answer in time. The request may have been carried out all the same; the same bytes may be sent again. */
export class TimeoutError extends MintmarkError {
  override readonly name = 'TimeoutError';
}

/** The caller ended the call. The request may have been carried out all the same. */
export class AbortError extends MintmarkError {
  override readonly name = 'AbortError';
}

/** Something between the client and the service: a broken connection, a redirect, an answer that is not the service's. */
export class TransportError extends MintmarkError {
  override readonly name = 'TransportError';
}

/** The stamper did not stamp; nothing was sent. */
export class StampError extends MintmarkError {
  override readonly name = 'StampError';
}
