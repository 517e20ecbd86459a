import { type ErrorName, errorBody, errors } from '@mintmark/schema';

interface ErrorDetails {
  /** An HTTP status other than the catalogue's, for errors at the HTTP level. */
  readonly status?: number;
  /** The methods that the path supports, if the request used another one. */
  readonly allow?: string;
  readonly activityId?: string;
  readonly fieldViolations?: readonly { readonly field: string; readonly description: string }[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** Refuses a request with a code of the error catalogue and a message, which may be more exact than the catalogue's. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorName;
  readonly details: ErrorDetails;

  constructor(code: ErrorName, message: string = errors[code].message, { cause, ...details }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return this.details.status ?? errors[this.code].httpStatus;
  }

  /** The body of the answer. */
  get body(): ReturnType<typeof errorBody> {
    const { activityId, fieldViolations } = this.details;
    return errorBody(this.code, {
      message: this.message,
      ...(activityId && { activityId }),
      ...(fieldViolations && { fieldViolations }),
    });
  }
}

/**
 * Fails an activity whose execution had begun: an adapter failed, or a bundle could not be opened. The activity is stored as
 * failed, and the answer is an activity, not an error.
 */
export class ActivityFailure extends ApiError {}

/**
 * Whether an error is the end of an activity that was approved, and is stored with it. A retryable one is not: the approval can
 * be repeated.
 */
export const endsActivity = (error: unknown): error is ApiError =>
  error instanceof ApiError && !errors[error.code].retryable;

/** The error for a field that breaks the contract. */
export const fieldError = (field: string, description: string, code: ErrorName = 'REQUEST_INVALID'): ApiError =>
  new ApiError(code, code === 'REQUEST_INVALID' ? `${field}: ${description}` : undefined, {
    fieldViolations: [{ field, description }],
  });
