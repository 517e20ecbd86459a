const firstMs = 10_000;
const longestMs = 5 * 3_600_000;

/** How often an entry is tried: with the pauses below, for about a day. */
export const mostAttempts = 12;

/**
 * The pause after a failed attempt, in ms: 10 s, three times as long after each further attempt, at most 5 h. The jitter of a
 * quarter spreads entries that failed together.
 *
 * @param random From 0 to 1.
 */
export const retryPauseMs = (attempt: number, random: number): number =>
  Math.min(firstMs * 3 ** (attempt - 1), longestMs) * (0.75 + random / 2);
