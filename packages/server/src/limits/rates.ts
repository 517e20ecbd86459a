import type { Rate } from './rate-limit.ts';

/** How many requests a credential may send. A long answer counts as several. */
const ofCredential: Rate = { perSecond: 1_000, burst: 2_000 };

/** How often something may be done, by what it is counted for. */
export const rates = {
  /** Requests whose stamp was verified, by credential. */
  calls: ofCredential,
  /** Requests that were refused before their stamp was verified, by address. */
  failures: { perSecond: 20, burst: 100 },
  /**
   * Signatures that were verified and were wrong, of an address that has used up its failures, by address and named credential.
   * It is the rate of a credential: naming one costs no more than having it.
   */
  failedProofs: ofCredential,
  /** Denied activities, by credential. Every denial is kept, and costs the disk what it costs its caller nothing. */
  denials: { perSecond: 10, burst: 200 },
} as const satisfies Record<string, Rate>;
