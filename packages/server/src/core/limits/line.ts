import { StoreError } from '../../storage/store/store-error.ts';

/** Somebody who waits. */
export interface Waiting {
  readonly refuse: (error: unknown) => void;
}

/**
 * Those of one organization who wait, by credential. The credentials take turns, however much each has queued, and a full line
 * makes room for a credential that has less in it than another.
 */
export class Line<One extends Waiting> {
  /** The first credential is next. */
  readonly #waiting = new Map<string, One[]>();
  readonly #max: number;
  #length = 0;

  /** @param max How many may wait. */
  constructor(max: number) {
    this.#max = max;
  }

  get length(): number {
    return this.#length;
  }

  add(credentialId: string, one: One): void {
    if (this.#length >= this.#max) this.#makeRoom(credentialId);
    const others = this.#waiting.get(credentialId);
    if (others) others.push(one);
    else this.#waiting.set(credentialId, [one]);
    this.#length++;
  }

  /** Puts somebody back who was taken: it is next. */
  putBack(credentialId: string, one: One): void {
    const others = this.#waiting.get(credentialId) ?? [];
    this.#waiting.delete(credentialId);
    const rest = [...this.#waiting];
    this.#waiting.clear();
    this.#waiting.set(credentialId, [one, ...others]);
    for (const [id, those] of rest) this.#waiting.set(id, those);
    this.#length++;
  }

  /** The next one, who stays. */
  get first(): One | undefined {
    const [first] = this.#waiting.values();
    return first?.[0];
  }

  /** Takes the next one. The credential's others go behind those of the other credentials. */
  take(): One | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [credentialId, those] = first;
    const next = those.shift();
    this.#waiting.delete(credentialId);
    if (those.length > 0) this.#waiting.set(credentialId, those);
    this.#length--;
    return next;
  }

  /** Removes one, if it still waits. */
  remove(credentialId: string, one: One): boolean {
    const those = this.#waiting.get(credentialId);
    const index = those?.indexOf(one) ?? -1;
    if (!those || index < 0) return false;
    those.splice(index, 1);
    if (those.length === 0) this.#waiting.delete(credentialId);
    this.#length--;
    return true;
  }

  /** The credential with the most in the line loses its last place to one with less. */
  #makeRoom(credentialId: string): void {
    const own = this.#waiting.get(credentialId)?.length ?? 0;
    const [fullest, max] = [...this.#waiting].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    const last = max.at(-1);
    if (!last || own + 1 >= max.length) throw new StoreError('OVERLOADED');
    this.remove(fullest, last);
    last.refuse(new StoreError('OVERLOADED'));
  }
}
