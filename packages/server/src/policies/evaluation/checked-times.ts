import { Budget, EvaluationError, type Expression, evaluate } from '@mintmark/policy';
import { timeOf } from '@mintmark/policy/namespaces';
import { mapInTurns } from '../../core/limits/map-in-turns.ts';

/** What an expression about the time said. */
interface Said {
  /** Undefined if it was an error. */
  readonly result: boolean | undefined;
  /** What others could spend after it depends on it. */
  readonly steps: number;
}

/** What the times of policies said at one moment, to find out whether they say the same at another one. */
export class CheckedTimes {
  readonly #said = new Map<string, { readonly expression: Expression; readonly said: Said }>();

  /** Evaluates the time of a policy, and remembers what it said. */
  holds(expression: Expression, now: Date, budget: Budget): boolean {
    const before = budget.spent;
    try {
      const result = evaluateAt(expression, now, budget);
      this.#remember(expression, { result, steps: budget.spent - before });
      return result;
    } catch (error) {
      // One that ran out of steps could say more at another time. It is not compared: what was an error allows nothing.
      if (budget.spent <= budget.steps) this.#remember(expression, { result: undefined, steps: budget.spent - before });
      throw error;
    }
  }

  #remember(expression: Expression, said: Said): void {
    this.#said.set(expression.text, { expression, said });
  }

  /** Whether all of them say the same at this moment. It takes at most as many steps as the evaluation took. */
  async areSameAt(now: Date): Promise<boolean> {
    const same = await mapInTurns([...this.#said.values()], ({ expression, said }) => {
      const { result, steps } = saidAt(expression, now);
      return result === said.result && steps === said.steps;
    });
    return same.every(Boolean);
  }
}

const evaluateAt = (expression: Expression, now: Date, budget: Budget): boolean =>
  evaluate(expression, (namespace) => (namespace === 'time' ? timeOf(now) : undefined), budget);

function saidAt(expression: Expression, now: Date): Said {
  const budget = new Budget();
  try {
    return { result: evaluateAt(expression, now, budget), steps: budget.spent };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { result: undefined, steps: budget.spent };
  }
}
