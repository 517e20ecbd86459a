import { createRateLimits, type RateLimits } from '../limits/rate-limits.ts';
import { remembered } from './admission.ts';
import { VerifiedNames } from './verified-names.ts';

/** What a process counts and remembers about its callers. */
export interface Counts {
  readonly rateLimits: RateLimits;
  readonly verified: VerifiedNames;
}

export const createCounts = (): Counts => ({
  rateLimits: createRateLimits(),
  verified: new VerifiedNames(remembered),
});
