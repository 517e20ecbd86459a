import { RateLimit } from '../../core/limits/rate-limit.ts';
import { rates } from './rates.ts';

/** The token buckets of a process, one limit for each rate. */
export type RateLimits = { readonly [Name in keyof typeof rates]: RateLimit };

export const createRateLimits = (): RateLimits => ({
  calls: new RateLimit(rates.calls),
  failures: new RateLimit(rates.failures),
  signUps: new RateLimit(rates.signUps),
  failedProofs: new RateLimit(rates.failedProofs),
  denials: new RateLimit(rates.denials),
});
