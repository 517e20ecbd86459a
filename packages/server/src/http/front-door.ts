import { randomUUID } from 'node:crypto';
import type { ErrorName } from '@mintmark/schema';
import { ApiError } from '../contract/api-error.ts';
import { StoreError, type StoreErrorCode } from '../store/store-error.ts';
import { errorAnswer } from './answers.ts';
import { type App, Disconnected, type IncomingRequest, nobody, type OutgoingAnswer } from './exchange.ts';

/** What is told about a request when it is over; never its body or its stamp. */
export interface RequestLog {
  readonly requestId: string;
  /** The name of an operation or of a page; `none` for everything else. */
  readonly operation: string;
  readonly organizationId: string | undefined;
  /** Of the answer; 499 if the client went away before its request was whole. */
  readonly status: number;
  readonly durationMs: number;
  /** The word of the error catalogue that it was refused with. */
  readonly errorCode?: ErrorName;
  /** What became of the activity that it submitted or voted on. */
  readonly activityStatus?: string;
  /** What went wrong inside, which the caller is not told. */
  readonly cause?: unknown;
}

/** What comes to light about a request while it is answered. */
export interface Findings {
  operation: string;
  organizationId?: string;
  activityStatus?: string;
}

type Answerer = (request: IncomingRequest, findings: Findings) => Promise<OutgoingAnswer>;

/** Makes an app of what answers or throws: every request gets an answer with an id, and the log hears of it. */
export function createFrontDoor(answerTo: Answerer, log: (entry: RequestLog) => void): App {
  return async (request) => {
    const start = performance.now();
    const requestId = randomUUID();
    const findings: Findings = { operation: 'none' };
    const failure: { errorCode?: ErrorName; cause?: unknown } = {};
    const answer = await answered(request, findings).catch((error: unknown): OutgoingAnswer => {
      if (error instanceof Disconnected) return { status: nobody, headers: {}, body: '' };
      const refusal = apiErrorOf(error);
      failure.errorCode = refusal.code;
      if (refusal !== error) failure.cause = error;
      return errorAnswer(refusal);
    });
    const { operation, organizationId, activityStatus } = findings;
    log({
      requestId,
      operation,
      organizationId,
      status: answer.status,
      durationMs: performance.now() - start,
      ...(activityStatus && { activityStatus }),
      ...failure,
    });
    return { ...answer, headers: { ...answer.headers, 'X-Request-Id': requestId } };
  };

  async function answered(request: IncomingRequest, findings: Findings): Promise<OutgoingAnswer> {
    if (request.refusal) throw request.refusal;
    return answerTo(request, findings);
  }
}

/** Of all that can be thrown, only an ApiError is for the caller to read. */
function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError((error instanceof StoreError && passing[error.code]) || 'INTERNAL');
}

/** What of the store passes by itself; all else is a mistake of ours. */
const passing: Partial<Record<StoreErrorCode, ErrorName>> = {
  SERIALIZATION_FAILURE: 'CONCURRENT_CHANGE',
  DEADLOCK: 'CONCURRENT_CHANGE',
  UNAVAILABLE: 'UNAVAILABLE',
  OVERLOADED: 'UNAVAILABLE',
  TIMEOUT: 'UNAVAILABLE',
  OUTCOME_UNKNOWN: 'UNAVAILABLE',
  DISK_FULL: 'UNAVAILABLE',
  ENDED: 'UNAVAILABLE',
};
