export interface Scenario {
  /** One sentence that says what happens. */
  readonly words: string;
  /** The documented example that a submitted activity returns. */
  readonly activity?: string;
  /** The example that get_activity returns for that activity, if it is another one. */
  readonly later?: string;
  /** The error that is returned. */
  readonly error?: string;
  /** How long the response takes. */
  readonly delayMs?: number;
}

/** The scenarios that a request can choose with `Prefer: scenario=<name>`. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  completed: {
    words: 'The activity is completed immediately.',
    activity: 'completed',
  },
  'pending-then-completed': {
    words: 'The activity is still running; `get_activity` then returns it as completed.',
    activity: 'pending',
    later: 'completed',
  },
  'consensus-needed': {
    words: 'The activity waits for the approvals of other users, and keeps waiting.',
    activity: 'consensusNeeded',
  },
  'consensus-then-completed': {
    words: 'The activity waits for approvals; `get_activity` then returns it as completed.',
    activity: 'consensusNeeded',
    later: 'completed',
  },
  rejected: {
    words: 'A user has rejected the activity.',
    activity: 'rejected',
  },
  failed: {
    words: 'The activity started and failed.',
    activity: 'failed',
  },
  'rate-limited': {
    words: 'There were too many requests: 429, with `Retry-After`.',
    error: 'RATE_LIMIT_EXCEEDED',
  },
  'expired-key': {
    words: 'The API key of the stamp has expired: 401.',
    error: 'API_KEY_EXPIRED',
  },
  'wrong-time': {
    words: "The caller's clock is wrong: 400.",
    error: 'INVALID_TIME',
  },
  unavailable: {
    words: 'The service cannot be reached: 503, with `Retry-After`.',
    error: 'UNAVAILABLE',
  },
  slow: {
    words: 'The default answer, after three seconds.',
    delayMs: 3000,
  },
};
