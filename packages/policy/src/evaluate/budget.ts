import { EvaluationError } from '../values/evaluation-error.ts';

const STEPS = 50_000;
const CHARACTERS_PER_STEP = 32;

/** How much work one evaluation may do. */
export class Budget {
  readonly steps: number;
  #spent = 0;

  constructor(steps = STEPS) {
    this.steps = steps;
  }

  get spent(): number {
    return this.#spent;
  }

  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent > this.steps) this.#exhaust();
  }

  /** For reading or comparing this many characters. */
  spendOnText(characters: number): void {
    this.spend(1 + Math.floor(characters / CHARACTERS_PER_STEP));
  }

  #exhaust(): never {
    this.#spent = this.steps + 1;
    throw new EvaluationError(`the evaluation takes more than ${this.steps} steps`);
  }
}

/** Steps that several evaluations share. Each of them gets at most what one evaluation may do, and what is left. */
export class Allowance {
  #left: number;
  #isExhausted = false;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** How many steps are left. */
  get left(): number {
    return this.#left;
  }

  /** Whether something would have taken more steps than were left. */
  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  add(steps: number): void {
    this.#left += steps;
  }

  /** For work beside evaluations. */
  spend(steps: number): void {
    if (steps > this.#left) this.#isExhausted = true;
    this.#left = Math.max(this.#left - steps, 0);
  }

  spendOn<Result>(work: (budget: Budget) => Result): Result {
    const budget = new Budget(Math.min(STEPS, this.#left));
    try {
      return work(budget);
    } finally {
      if (budget.spent > budget.steps && budget.steps < STEPS) this.#isExhausted = true;
      this.#left = Math.max(this.#left - budget.spent, 0);
    }
  }
}
