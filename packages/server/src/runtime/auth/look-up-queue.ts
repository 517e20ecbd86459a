import { Line } from '../../core/limits/line.ts';
import { type Asking, maxWaiting, type Queue } from '../../storage/store/batched.ts';

/**
 * Those who wait for a look-up. The credentials that they name take turns, however many requests name each: one that sends very many
 * does not hold up the others. Nobody is identified yet, so anybody may name any credential. Whoever names that of somebody else holds up
 * only requests that name the same.
 */
export class LookUpQueue<Question, Value> implements Queue<Asking<Question, Value>> {
  readonly #line = new Line<Asking<Question, Value>>(maxWaiting);
  readonly #nameOf: (question: Question) => string;

  constructor(nameOf: (question: Question) => string) {
    this.#nameOf = nameOf;
  }

  get length(): number {
    return this.#line.length;
  }

  add(one: Asking<Question, Value>): void {
    this.#line.add(this.#nameOf(one.key), one);
  }

  take(): Asking<Question, Value> | undefined {
    return this.#line.take();
  }
}
