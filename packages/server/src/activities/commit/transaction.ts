import type { Stored } from '../../core/budgets/storage-budget.ts';
import type { FindHandler } from '../../core/handlers/implement.ts';
import type { PolicySet } from '../../core/ports/policy-sets.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Outbox } from '../../delivery/outbox/outbox.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import type { ActivityRequest } from '../decision/activity-request.ts';
import type { State } from '../decision/state.ts';
import type { Preparation } from '../look/preparation.ts';
import type { ActivityEvents } from './activity-events.ts';
import type { Journal } from './journal.ts';

/** A request that is ready to be committed. */
export interface Member {
  readonly request: ActivityRequest;
  readonly preparation: Preparation;
}

/** A transaction that holds the lock of its organization. */
export interface Transaction {
  readonly sql: TransactionSql;
  readonly services: Services;
  readonly outbox: Pick<Outbox, 'writer'>;
  readonly findHandler: FindHandler;
  /** The state of the organization, including what this transaction has recorded so far. */
  readonly state: State;
  readonly journal: Journal;
  /** The events that webhook endpoints get of what is recorded. */
  readonly events: ActivityEvents;
  /** How long the effect of one activity may take. */
  readonly effectMs: number;
  /** The policies that were compiled for its requests. */
  readonly compiled: ReadonlyMap<string, PolicySet>;
}

/** How much the organization has stored, with what the transaction has recorded so far. */
export const storedIn = ({ state: { organization, bytes }, journal }: Transaction): Stored => ({
  organization,
  bytes: bytes === undefined ? undefined : bytes + journal.bytes,
});
