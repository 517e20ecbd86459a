/** The errors of threads, by their stable codes. */
const threadErrorCodes = {
  FAILED: 'The task threw an error',
  OVERRAN: 'The task did not finish in time, and its thread was terminated',
  OUT_OF_MEMORY: 'The task exceeded the memory limit of its thread',
  CRASHED: 'The thread exited while the task was running',
} as const;

type ThreadErrorCode = keyof typeof threadErrorCodes;

/** A task that failed other than by an ApiError. Nothing in the error comes from the input of the task. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  readonly code: ThreadErrorCode;

  constructor(code: ThreadErrorCode, task: string, details = '') {
    super(`${threadErrorCodes[code]}: ${task}${details && `, ${details}`}`);
    this.code = code;
  }
}
