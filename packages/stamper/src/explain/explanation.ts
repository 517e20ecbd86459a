import type { StamperError, StamperErrorCode } from '../stamper-error.ts';

/** One check of a stamp. */
export interface ExplainedCheck {
  readonly check: string;
  readonly outcome: 'passed' | 'failed' | 'not reached';
  /** Why it failed. */
  readonly problem?: string;
}

/** The checks of a stamp in the order of the server: those passed, the one that failed, and those not reached. */
export interface Explanation {
  readonly ok: boolean;
  readonly checks: readonly ExplainedCheck[];
  /** What was assumed, and what probably went wrong. */
  readonly notes: readonly string[];
}

/** A check, and the errors that mean that it failed: those with one of the codes whose part begins with `part`. */
export interface CheckStep {
  readonly check: string;
  readonly codes: readonly StamperErrorCode[];
  readonly part?: string;
}

/** An error, and how many steps had certainly passed before it. */
export interface Failure {
  readonly error: StamperError;
  readonly after: number;
}

/** Finds the step that an error comes from: the steps before it passed, those after it were not reached. */
export function explainChecks(steps: readonly CheckStep[], failure?: Failure): readonly ExplainedCheck[] {
  const found = failure ? steps.findIndex((step, index) => index >= failure.after && isOf(failure.error, step)) : -1;
  const failed = failure ? Math.max(found, failure.after) : steps.length;
  return steps.map(({ check }, index) => {
    if (index < failed) return { check, outcome: 'passed' };
    if (index > failed || !failure) return { check, outcome: 'not reached' };
    return { check, outcome: 'failed', problem: failure.error.message };
  });
}

function isOf(error: StamperError, { codes, part = '' }: CheckStep): boolean {
  return codes.includes(error.code) && error.part.startsWith(part);
}
