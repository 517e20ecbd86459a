import type { z } from 'zod';
import { type ErrorName, errors } from './errors.ts';
import type { ApiError } from './fields/api-error.ts';

type Body = z.output<typeof ApiError>;

interface ErrorOptions {
  /** A more exact message than that of the catalogue. */
  readonly message?: string;
  readonly activityId?: string;
  readonly fieldViolations?: readonly { readonly field: string; readonly description: string }[];
}

/** The body of an error as it goes over the wire. */
export function errorBody(name: ErrorName, { message, activityId, fieldViolations }: ErrorOptions = {}): Body {
  return {
    code: errors[name].code,
    message: message ?? errors[name].message,
    details: [
      { '@type': 'mintmark.v1.ErrorDetail', errorCode: name, ...(activityId && { activityId }) },
      ...(fieldViolations ? [{ '@type': 'google.rpc.BadRequest', fieldViolations: [...fieldViolations] }] : []),
    ],
  };
}
