/** Knows whether the tables are distributed over several machines. */
export interface KnowsDistribution {
  readonly isDistributed: boolean;
  /** Finds out again if a statement failed as it does when the tables have been distributed meanwhile. */
  checkAfter(error: unknown): Promise<void>;
}
