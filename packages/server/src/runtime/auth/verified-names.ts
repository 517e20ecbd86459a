import { RecentNames } from '../limits/recent-names.ts';

interface VerifiedNamesOptions {
  readonly max: number;
  readonly forMs: number;
}

/** The names of API keys that were verified recently, which several processes tell each other. */
export class VerifiedNames {
  readonly #elsewhere: RecentNames<true>;
  readonly #told: RecentNames<true>;
  /** Called with a name that the other processes have to be told. */
  onVerified: (name: string) => void = () => {};

  constructor({ max, forMs }: VerifiedNamesOptions) {
    this.#elsewhere = new RecentNames({ max, forMs });
    // Told again before the others forget it.
    this.#told = new RecentNames({ max, forMs: forMs / 2 });
  }

  /** Says that this process has verified a key. */
  add(name: string): void {
    if (this.#told.get(name)) return;
    this.#told.add(name, true);
    this.onVerified(name);
  }

  addElsewhere(name: string): void {
    this.#elsewhere.add(name, true);
  }

  /** Whether another process has verified this key. */
  hasElsewhere(name: string): boolean {
    return this.#elsewhere.get(name) ?? false;
  }

  delete(name: string): void {
    this.#elsewhere.delete(name);
  }
}
