import { randomUUID } from 'node:crypto';
import type { ErrorName } from '@mintmark/schema';
import { ApiError } from '../../core/model/api-error.ts';
import type { Span } from '../../core/spans/span.ts';
import { StoreError, type StoreErrorCode } from '../../storage/store/store-error.ts';
import { errorAnswer, withOrigin } from './answers.ts';
import { type App, clientClosedRequest, Disconnected, type IncomingRequest, type OutgoingAnswer } from './exchange.ts';

/** What is logged about a finished request; never its body or its stamp. */
export interface RequestLog {
  readonly requestId: string;
  /** The name of an operation or of a page; `none` for everything else. */
  readonly operation: string;
  readonly organizationId: string | undefined;
  /** The status of the answer; 499 if the client disconnected before it had sent the whole request. */
  readonly status: number;
  readonly durationMs: number;
  /** The id of its trace, if it is recorded. */
  readonly traceId?: string;
  /** The error code of a refused request. */
  readonly errorCode?: ErrorName;
  /** The status of the activity that the request submitted or voted on. */
  readonly activityStatus?: string;
  /** The internal error, which the caller does not see. */
  readonly cause?: unknown;
}

/** What is learned about a request while it is answered, for the log and for its answer. */
export interface Findings {
  operation: string;
  organizationId?: string;
  activityStatus?: string;
  /** The origin whose pages may read the answer, if not those of any; null if no page may. */
  allowsOrigin?: string | null;
}

/** Begins the span of a request, if it is recorded. */
type BeginSpan = (request: IncomingRequest) => Span | undefined;

type Answerer = (request: IncomingRequest, findings: Findings) => Promise<OutgoingAnswer>;

/** Makes an app of a function that answers or throws: every request is logged and gets an answer with an id. */
export function createFrontDoor(answerTo: Answerer, log: (entry: RequestLog) => void, beginSpan?: BeginSpan): App {
  return async (request) => {
    const start = performance.now();
    const span = beginSpan?.(request);
    const requestId = randomUUID();
    const findings: Findings = { operation: 'none' };
    const failure: { errorCode?: ErrorName; cause?: unknown } = {};
    const answering = span ? span.run(() => answered(request, findings)) : answered(request, findings);
    const answer = await answering.catch((error: unknown): OutgoingAnswer => {
      if (error instanceof Disconnected) return { status: clientClosedRequest, headers: {}, body: '' };
      const refusal = apiErrorOf(error);
      failure.errorCode = refusal.code;
      if (refusal !== error) failure.cause = error;
      return errorAnswer(refusal);
    });
    const { operation, organizationId, activityStatus, allowsOrigin } = findings;
    log({
      requestId,
      operation,
      organizationId,
      status: answer.status,
      durationMs: performance.now() - start,
      ...(span && { traceId: span.traceId }),
      ...(activityStatus && { activityStatus }),
      ...failure,
    });
    if (span) {
      span.name = operation;
      const { status } = answer;
      span.set({ operation, requestId, organizationId, status, activityStatus, errorCode: failure.errorCode });
      span.isError = status >= 500;
      span.end();
    }
    const headers = allowsOrigin === undefined ? answer.headers : withOrigin(answer.headers, allowsOrigin);
    return { ...answer, headers: { ...headers, 'X-Request-Id': requestId } };
  };

  async function answered(request: IncomingRequest, findings: Findings): Promise<OutgoingAnswer> {
    if (request.refusal) throw request.refusal;
    return answerTo(request, findings);
  }
}

/** Callers only ever see an ApiError; every other error is replaced by one. */
function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError((error instanceof StoreError && passing[error.code]) || 'INTERNAL');
}

/** Transient store errors; the rest are INTERNAL. */
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
