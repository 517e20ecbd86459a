import type { ReadContext } from '../contract/implement.ts';

/** A transaction that the service submitted for an organization. */
export interface OwnTransaction {
  readonly sponsored: boolean;
  readonly activityFingerprint: string;
  readonly submittedAt: Date;
}

/** Finds which of these transactions the organization has submitted itself, by the hash of the transaction. */
export type ReadOwnTransactions = (
  context: ReadContext,
  caip2: string,
  hashes: readonly string[],
) => Promise<ReadonlyMap<string, OwnTransaction>>;

/** The service submits no transactions yet. */
export const readOwnTransactions: ReadOwnTransactions = async () => new Map();
