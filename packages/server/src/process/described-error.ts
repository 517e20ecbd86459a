import { TamperedError } from '../authority/tampered-error.ts';
import { ApiError } from '../contract/api-error.ts';
import { SecretsError } from '../secrets/secrets-error.ts';
import { StoreError } from '../store/store-error.ts';

export interface DescribedError {
  readonly name: string;
  /** Only of errors whose messages are known to hold no value. */
  readonly message?: string;
  readonly stack: readonly string[];
  readonly cause?: DescribedError;
}

/**
 * An error for the log: what it is called and where it came from. What it says is left out, unless it is one of ours:
 * parsers quote what they could not read, drivers what they were sent.
 */
export function describeError(error: unknown, depth = 3): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error, stack: [] };
  const { name, message, stack = '', cause } = error;
  const isOurs = [ApiError, SecretsError, StoreError, TamperedError].some((ours) => error instanceof ours);
  // The stack repeats the message, and of that nothing may pass for a place in the code.
  const places = message === '' ? stack : stack.slice(stack.indexOf(message) + message.length);
  return {
    name: /^\w{1,50}$/.test(name) ? name : 'Error',
    ...(isOurs && { message }),
    stack: stack.includes(message)
      ? places
          .split('\n')
          .filter((line) => /^ {4}at /.test(line))
          .map((line) => line.trim())
      : [],
    ...(cause !== undefined && depth > 0 && { cause: describeError(cause, depth - 1) }),
  };
}
