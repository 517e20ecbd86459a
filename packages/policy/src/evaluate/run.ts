import type { Value } from '../values/value.ts';
import type { Budget } from './budget.ts';

/** What a request has under a dotted name of the scope, or undefined if it does not have it. */
export type LookUp = (namespace: string) => Value | undefined;

/** One evaluation under way. */
export interface Run {
  readonly lookUp: LookUp;
  readonly budget: Budget;
  /** The values of the variables that are visible, by their slots. */
  readonly slots: Value[];
}
