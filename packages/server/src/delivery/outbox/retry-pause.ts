const firstMs = 10_000;
const longestMs = 5 * 3_600_000;

/** How often an entry is tried: with the pauses below, for about a day. */
export const maxAttempts = 12;

/**
 * The pause after a failed attempt, in ms: 10 s, three times as long after each further attempt, at most 5 h. The jitter of a
 * quarter spreads entries that failed together.
 *
 * @param random From 0 to 1.
 */
export const retryPauseMs = (attempt: number, random: number): number =>
  Math.min(firstMs * 3 ** (attempt - 1), longestMs) * (0.75 + random / 2);

const longestOfPersistentMs = 60_000;

/** The pause of an entry that is never given up: at most a minute. */
export const persistentPauseMs = (attempt: number, random: number): number =>
  Math.min(retryPauseMs(attempt, random), longestOfPersistentMs * (0.75 + random / 2));

interface Life {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly now: Date;
}

/**
 * The pause of an entry that expires: at most a tenth of its life, so that a code that lives five minutes is tried every half
 * minute. It never ends after the expiry: the entry is then given up immediately, and its contents are erased.
 */
export function pauseWithinLifeMs(attempt: number, random: number, { createdAt, expiresAt, now }: Life): number {
  const life = Math.max(expiresAt.getTime() - createdAt.getTime(), 0);
  const left = Math.max(expiresAt.getTime() - now.getTime(), 0);
  return Math.min(retryPauseMs(attempt, random), (life / 10) * (0.75 + random / 2), left);
}
