import words from 'contract:words';
import { ApiError, MintmarkError, type SignedRequest } from '@mintmark/client';

/** What went wrong, in words for the person who reads it. */
export interface Failure {
  readonly message: string;
  readonly cause?: string | undefined;
  readonly fix?: string | undefined;
  readonly code?: string | undefined;
  /** Finds the request in the log of the service. */
  readonly requestId?: string | undefined;
  readonly fields: readonly { readonly field: string; readonly description: string }[];
  /** The request whose answer was lost. Sending it again cannot do the same thing twice. */
  readonly request?: SignedRequest | undefined;
  readonly isSignedOut: boolean;
}

/** The words for errors that no service answered with. */
const ownWords: Readonly<Record<string, { readonly cause: string; readonly fix: string }>> = {
  CONNECTION_FAILED: {
    cause: 'The service cannot be reached.',
    fix: 'Check that it runs and that this device is online, then try again.',
  },
  TIMEOUT: {
    cause: 'The service did not answer in time.',
    fix: 'Try again: the same request is sent, so nothing happens twice.',
  },
  STAMP_FAILED: { cause: 'The key or passkey was not used.', fix: 'Try again, or sign in another way.' },
  UNEXPECTED_RESPONSE: {
    cause: 'Something between this page and the service responded instead of the service.',
    fix: 'Reload the page. If that does not help, ask the operator.',
  },
};

/** Describes anything that was thrown. */
export function describeFailure(error: unknown): Failure {
  if (!(error instanceof MintmarkError))
    return { message: error instanceof Error ? error.message : 'Something failed.', fields: [], isSignedOut: false };
  const { code, requestId, request } = error;
  return {
    ...wordsOf(code),
    message: error instanceof ApiError ? messageOf(error) : error.message,
    code,
    requestId,
    fields: error instanceof ApiError ? error.fieldViolations : [],
    request: error.retryable ? request : undefined,
    isSignedOut: error.status === 401,
  };
}

/** The cause and the fix of an error code, from the catalogue. */
function wordsOf(code: string): { readonly cause?: string; readonly fix?: string } {
  if (Object.hasOwn(words.errors, code)) return words.errors[code] ?? {};
  return (Object.hasOwn(ownWords, code) && ownWords[code]) || {};
}

/** The client adds the operation and the code, which this page shows elsewhere. */
const messageOf = ({ message, code }: ApiError): string =>
  message.replace(/^\w+ was refused: /, '').replace(` (${code})`, '');

interface Status {
  readonly message: string;
  readonly details: readonly { readonly errorCode?: string | undefined }[];
}

/** Describes the failure of an activity. */
export function describeStatus(failure: Status | undefined): Failure {
  const code = failure?.details.find(({ errorCode }) => errorCode !== undefined)?.errorCode;
  const message = failure?.message ?? 'The activity failed.';
  return { ...(code !== undefined && wordsOf(code)), message, code, fields: [], isSignedOut: false };
}
