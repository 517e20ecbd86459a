import { type ErrorName, errorBody, errors } from '@mintmark/schema';

interface Particulars {
  /** Where the HTTP status is not that of the catalogue: for what is wrong below the contract. */
  readonly status?: number;
  /** The methods that the path has, where that is what is wrong. */
  readonly allow?: string;
  readonly activityId?: string;
  readonly fieldViolations?: readonly { readonly field: string; readonly description: string }[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** What a request is refused with: a word of the error catalogue, and a message that may be more exact than the catalogue's. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorName;
  readonly particulars: Particulars;

  constructor(code: ErrorName, message: string = errors[code].message, { cause, ...particulars }: Particulars = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.particulars = particulars;
  }

  get status(): number {
    return this.particulars.status ?? errors[this.code].httpStatus;
  }

  /** The body that goes over the wire. */
  get body(): ReturnType<typeof errorBody> {
    const { activityId, fieldViolations } = this.particulars;
    return errorBody(this.code, {
      message: this.message,
      ...(activityId && { activityId }),
      ...(fieldViolations && { fieldViolations }),
    });
  }
}

/** A request whose field breaks the contract. */
export const fieldError = (field: string, description: string, code: ErrorName = 'REQUEST_INVALID'): ApiError =>
  new ApiError(code, code === 'REQUEST_INVALID' ? `${field}: ${description}` : undefined, {
    fieldViolations: [{ field, description }],
  });
