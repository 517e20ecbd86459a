import type { ErrorName } from '@mintmark/schema';
import type { PlainData } from '../../core/ports/define-task.ts';

/** What a thread is asked to do. */
export interface Assignment {
  /** The name of the task. */
  readonly task: string;
  readonly input: PlainData;
}

/** The ApiError that a task threw. */
export interface Refusal {
  readonly code: ErrorName;
  readonly message: string;
  readonly details: object;
}

/** Any other error that a task threw, without its message: parsers quote their input. */
export interface Failure {
  readonly name: string;
  readonly stack: readonly string[];
}

/** What a thread answers. */
export type Reply = { readonly output: unknown } | { readonly refusal: Refusal } | { readonly failure: Failure };
