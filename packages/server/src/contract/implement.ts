import type { z } from 'zod';
import type { RowWriter } from '../authority/row-writer.ts';
import type { Sql, TransactionSql } from '../store/database.ts';
import type { Caller } from './caller.ts';
import type { Organization } from './organization.ts';
import type { Services } from './services.ts';

/** What code that reads rows of an organization gets. */
export interface ReadContext {
  readonly sql: Sql;
  readonly organization: Organization;
  readonly services: Pick<Services, 'macs'>;
}

/** What code that changes rows of an organization gets. */
export interface ChangeContext extends ReadContext {
  readonly sql: TransactionSql;
  /** The time of the change, for every row that it writes. */
  readonly now: Date;
  readonly writer: RowWriter;
}

/** What the handler of an activity gets besides its parameters. Its changes are committed together with the activity. */
export interface ActivityContext extends ChangeContext {
  readonly caller: Caller;
  readonly services: Services;
}

/** What the handler of a query gets if it does not need the store. */
export interface CallerContext {
  readonly organization: Organization;
  readonly caller: Caller;
}

/** What the handler of a query gets besides its request. */
export interface QueryContext extends ReadContext, CallerContext {
  readonly services: Services;
}

/**
 * The bounds of a unit are structural: to compare each handler with the union of all units would make type checking
 * quadratic.
 */
interface ActivityShape<P extends z.ZodType, R extends z.ZodType> {
  readonly kind: 'activity';
  readonly name: string;
  readonly parameters: P;
  readonly result: R;
}

interface QueryShape<Q extends z.ZodType, A extends z.ZodType> {
  readonly kind: 'query';
  readonly name: string;
  readonly request: Q;
  readonly response: A;
}

/** How an activity is executed, and whether users may manage their own credentials with it. */
export interface ActivityImplementation {
  readonly kind: 'activity';
  readonly name: string;
  readonly execute: (context: ActivityContext, parameters: never) => Promise<unknown>;
  /** The user whose own credentials the activity manages. That user may always submit it, whatever the policies say. */
  readonly ownUser?: (parameters: never) => string;
}

/**
 * An answer so large that reading and building it delays all other requests. The handler returns a function that builds it
 * on a separate connection; the app builds one at a time.
 */
export class LongAnswer<Answer> {
  readonly make: (sql: Sql) => Promise<Answer>;

  constructor(make: (sql: Sql) => Promise<Answer>) {
    this.make = make;
  }
}

interface QueryParticulars {
  /** Whether the request may name the parent organization instead of the sub-organization that has the credential. */
  readonly resolvesParent?: true;
}

interface StoredQuery extends QueryParticulars {
  readonly kind: 'query';
  readonly name: string;
  readonly answer: (context: QueryContext, request: never) => Promise<unknown>;
}

interface CallerQuery extends QueryParticulars {
  readonly kind: 'query';
  readonly name: string;
  readonly answerFromCaller: (context: CallerContext, request: never) => unknown;
}

/** How a query is answered: from the store, or from what is already known about its caller. */
export type QueryImplementation = StoredQuery | CallerQuery;

/** Defines how an activity is executed. */
export function implement<P extends z.ZodType, R extends z.ZodType>(
  unit: ActivityShape<P, R>,
  execute: (context: ActivityContext, parameters: z.output<P>) => Promise<z.output<R>>,
  particulars: { readonly ownUser?: (parameters: z.output<P>) => string } = {},
): ActivityImplementation {
  return { kind: 'activity', name: unit.name, execute, ...particulars };
}

/** Defines how a query is answered. */
export function answer<Q extends z.ZodType, A extends z.ZodType>(
  unit: QueryShape<Q, A>,
  handler: (context: QueryContext, request: z.output<Q>) => Promise<z.output<A> | LongAnswer<z.output<A>>>,
  particulars: QueryParticulars = {},
): QueryImplementation {
  return { kind: 'query', name: unit.name, answer: handler, ...particulars };
}

/** Defines how a query that does not need the store is answered. */
export function answerFromCaller<Q extends z.ZodType, A extends z.ZodType>(
  unit: QueryShape<Q, A>,
  handler: (context: CallerContext, request: z.output<Q>) => z.output<A>,
  particulars: QueryParticulars = {},
): QueryImplementation {
  return { kind: 'query', name: unit.name, answerFromCaller: handler, ...particulars };
}
