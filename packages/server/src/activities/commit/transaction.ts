import type { Stored } from '../../core/budgets/storage-budget.ts';
import type { FindHandler } from '../../core/handlers/implement.ts';
import type { Reads } from '../../core/handlers/reads.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { PolicySet } from '../../core/ports/policy-sets.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Outbox } from '../../delivery/outbox/outbox.ts';
import type { Database, TransactionSql } from '../../storage/store/database.ts';
import type { ActivityRequest } from '../decision/activity-request.ts';
import type { DecisionOptions } from '../decision/decide.ts';
import { compiledFor } from '../decision/request-evaluations.ts';
import type { State } from '../decision/state.ts';
import type { Preparation } from '../look/preparation.ts';
import { ActivityEvents } from './activity-events.ts';
import { Journal } from './journal.ts';

/** A request that is ready to be committed. */
export interface Member {
  readonly request: ActivityRequest;
  readonly preparation: Preparation;
}

/** Members of one organization, in the order in which they take effect. */
export interface Party {
  readonly organization: Organization;
  readonly members: readonly Member[];
}

export interface CommitOptions {
  readonly database: Database;
  readonly services: Services;
  readonly outbox: Pick<Outbox, 'writer' | 'wake'>;
  readonly findHandler: FindHandler;
}

/** The part of one organization in a transaction that holds its lock. */
export interface Transaction extends Pick<CommitOptions, 'services' | 'findHandler'> {
  readonly sql: TransactionSql;
  readonly outbox: Pick<Outbox, 'writer'>;
  /** The state of the organization, including what this transaction has recorded so far. */
  readonly state: State;
  readonly journal: Journal;
  /** The events that webhook endpoints get of what is recorded. */
  readonly events: ActivityEvents;
  /** The policies that were compiled for its requests. */
  readonly compiled: ReadonlyMap<string, PolicySet>;
}

/** Begins the part of an organization. Throws if its audit chain was changed outside of this service. */
export function beginPart(
  { services, outbox, findHandler }: CommitOptions,
  sql: TransactionSql,
  state: State,
  members: readonly Member[],
): Transaction {
  return {
    ...{ sql, services, outbox, findHandler, state },
    journal: new Journal(services.macs, state),
    events: new ActivityEvents(state),
    compiled: compiledFor(members.map(({ request }) => request)),
  };
}

/**
 * What decisions within a transaction read.
 *
 * @param reads What was read of the organization since something last changed.
 */
export const decisionOptions = (
  { sql, services, findHandler, state, compiled }: Transaction,
  now: Date,
  reads: Reads,
): Omit<DecisionOptions, 'groupSteps'> => ({
  context: { sql, services, organization: state.organization, compiled, reads },
  findHandler,
  now,
  isLocked: true,
});

/** How much the organization has stored, with what the transaction has recorded so far. */
export const storedIn = ({ state: { organization, bytes }, journal }: Transaction): Stored => ({
  organization,
  bytes: bytes === undefined ? undefined : bytes + journal.bytes,
});
