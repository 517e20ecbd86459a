import { invalidOidcToken } from './invalid-oidc-token.ts';
import type { IssuerKey } from './issuer-key.ts';

/** Loads the keys of an issuer. */
export type LoadKeys = () => Promise<{ readonly keys: readonly IssuerKey[]; readonly maxAgeMs: number }>;

/** The time between two loads that unknown key ids cause: anybody can make up key ids. */
const unknownKeyPauseMs = 30_000;
/** The time after a failed load without another attempt. A slow issuer then delays few of the requests. */
const failurePauseMs = { withKeys: 30_000, withoutKeys: 5000 };
/** How long old keys are used while they cannot be loaded again. */
const longestStaleMs = 24 * 3600_000;

/** The keys of one issuer. They are loaded when they are needed, by one load at a time. */
export class IssuerKeyCache {
  readonly #load: LoadKeys;
  readonly #now: () => number;
  #keys: readonly IssuerKey[] = [];
  #loadedAt = Number.NEGATIVE_INFINITY;
  #maxAgeMs = 0;
  #failure: { readonly error: unknown; readonly until: number } | undefined;
  #loading: Promise<void> | undefined;

  constructor(load: LoadKeys, now: () => number) {
    this.#load = load;
    this.#now = now;
  }

  /** The keys with this id. An unknown id may mean that the issuer has new keys, so they are loaded again. */
  async find(kid: string | undefined, signal: AbortSignal): Promise<readonly IssuerKey[]> {
    if (!this.#isYoungerThan(this.#maxAgeMs)) await this.#reload(signal);
    const found = this.#withId(kid);
    if (found.length > 0 || this.#isYoungerThan(unknownKeyPauseMs)) return found;
    await this.#reload(signal);
    return this.#withId(kid);
  }

  #withId(kid: string | undefined): readonly IssuerKey[] {
    return kid === undefined ? this.#keys : this.#keys.filter((key) => key.kid === kid);
  }

  #isYoungerThan(ms: number): boolean {
    const age = this.#now() - this.#loadedAt;
    // A clock that was set back must not keep keys for longer.
    return age >= 0 && age < ms;
  }

  /** Succeeds if there are keys that may be used, new or old ones. */
  async #reload(signal: AbortSignal): Promise<void> {
    if (!this.#failure || this.#now() >= this.#failure.until) {
      this.#loading ??= this.#attempt().finally(() => {
        this.#loading = undefined;
      });
      // Others may wait for the same load, so a caller who gives up does not abort it.
      await unlessAborted(this.#loading, signal);
    }
    if (this.#failure && !this.#isYoungerThan(this.#maxAgeMs + longestStaleMs)) throw this.#failure.error;
  }

  /** Never rejects. */
  async #attempt(): Promise<void> {
    try {
      const { keys, maxAgeMs } = await this.#load();
      this.#keys = keys;
      this.#maxAgeMs = maxAgeMs;
      this.#loadedAt = this.#now();
      this.#failure = undefined;
    } catch (error) {
      const { withKeys, withoutKeys } = failurePauseMs;
      this.#failure = { error, until: this.#now() + (this.#keys.length > 0 ? withKeys : withoutKeys) };
    }
  }
}

async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(invalidOidcToken('the keys of its issuer were not fetched in time'));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
