import { printable } from '@mintmark/server/core/requests/printable';

/** The exit codes of a call. */
export const exitCodes = {
  completed: 0,
  /** The service refused the request, the activity failed or was rejected, or there was no answer. */
  failed: 1,
  /** The command line is wrong, and nothing was sent. */
  notSent: 2,
  /** The activity is not completed yet: it waits for approvals, or is still running. */
  waiting: 3,
} as const;

/** A request that was sent, or was meant to be, without success. The message is for the user, and holds no secret. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** Whether the same request may succeed later: the service could not be reached, had an outage or was too busy. */
  readonly isTemporary: boolean;

  constructor(message: string, { isTemporary = false } = {}) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

/** An answer that no operation of the service gives. */
export const unexpectedAnswer = (name: string, what: string): string =>
  printable(`${name}: unexpected answer (${what}): is this the address of a Mintmark service?`);
