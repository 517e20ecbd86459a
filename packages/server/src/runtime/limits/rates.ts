import type { Rate } from '../../core/limits/rate-limit.ts';

/** How many requests a credential may send. A long answer counts as several. */
const ofCredential: Rate = { perSecond: 1_000, burst: 2_000 };

/** Rate limits, by what they count. */
export const rates = {
  /** Requests whose stamp was verified, by credential. */
  calls: ofCredential,
  /** Requests that were refused before their stamp was verified, by address. */
  failures: { perSecond: 20, burst: 100 },
  /** Requests to the sign-up proxy, by address. A sign-up counts as several: see `signUpCosts` of the operation. */
  signUps: { perSecond: 20, burst: 100 },
  /**
   * Wrong signatures from an address that has used up its failures, by address and named credential. The rate is that of a
   * credential: naming one allows no more verifications than owning it.
   */
  failedProofs: ofCredential,
  /** Denied activities, by credential. Every denial is stored: it uses disk space but costs the caller nothing. */
  denials: { perSecond: 10, burst: 200 },
} as const satisfies Record<string, Rate>;

/** A request to the sign-up proxy costs one more token per this many bytes: they take 1 ms to parse. */
export const bytesOfSignUpToken = 16 * 1024;
