export interface OutboxLimits {
  /** How many entries are delivered concurrently, besides those whose targets callers choose: 32. */
  readonly inAll: number;
  /** How many of one kind of one organization: 4. */
  readonly ofLane: number;
  /** How often to look for entries of other processes and for retries: every 5,000, with jitter. */
  readonly pollMs: number;
  /** How long an entry belongs to the process that took it: 60,000. */
  readonly leaseMs: number;
  /** The first pause of a target that callers chose, after its second failure in a row: 10,000. */
  readonly targetPauseMs: number;
  /** How long deliveries in flight may take after the outbox was told to stop: 10,000. */
  readonly graceMs: number;
  /** How long the depths are used before they are read again: 5,000. */
  readonly depthsAgeMs: number;
  /** How often to look for kinds that this process does not know: every 60,000. */
  readonly unknownKindsAgeMs: number;
}

/** How long deliveries in flight may take after the outbox was told to stop. */
export const outboxGraceMs = 10_000;

export const defaultLimits: OutboxLimits = {
  inAll: 32,
  ofLane: 4,
  pollMs: 5_000,
  leaseMs: 60_000,
  targetPauseMs: 10_000,
  graceMs: outboxGraceMs,
  depthsAgeMs: 5_000,
  unknownKindsAgeMs: 60_000,
};

/**
 * How often all machines of a distributed database are asked. What a process has left or postponed itself it delivers without asking:
 * only what a process that was killed has left waits for this.
 */
export const distributedLimits: OutboxLimits = {
  ...defaultLimits,
  pollMs: 120_000,
  depthsAgeMs: 60_000,
  unknownKindsAgeMs: 600_000,
};
