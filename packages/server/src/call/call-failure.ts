/** The exit codes of a call. */
export const exitCodes = {
  completed: 0,
  /** The service refused the request, the activity failed or was rejected, or there was no answer. */
  failed: 1,
  /** The command line is wrong, and nothing was sent. */
  notSent: 2,
  /** The activity waits for approvals. */
  waiting: 3,
} as const;

/** A request that was sent, or was meant to be, without success. The message is for the user, and holds no secret. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
}
