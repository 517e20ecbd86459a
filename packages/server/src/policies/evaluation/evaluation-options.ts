import type { InTurns } from '../../core/ports/takes-turns.ts';
import type { CheckedTimes } from './checked-times.ts';

/** What an evaluation may be given besides what it decides about. */
export interface EvaluationOptions {
  /** In whose turns it works: those of all requests, unless told otherwise. */
  readonly inTurns?: InTurns | undefined;
  /** Remembers what policies said about the time. */
  readonly times?: CheckedTimes | undefined;
}
