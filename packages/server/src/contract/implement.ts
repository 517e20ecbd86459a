import type { z } from 'zod';
import type { RowWriter } from '../authority/row-writer.ts';
import type { Sql, TransactionSql } from '../store/database.ts';
import type { Caller } from './caller.ts';
import type { Organization } from './organization.ts';
import type { Services } from './services.ts';

/** What reads rows of an organization. */
export interface ReadContext {
  readonly sql: Sql;
  readonly organization: Organization;
  readonly services: Pick<Services, 'macs'>;
}

/** What changes rows of an organization. */
export interface ChangeContext extends ReadContext {
  readonly sql: TransactionSql;
  /** The time of the change, for everything that it writes. */
  readonly now: Date;
  readonly writer: RowWriter;
}

/** What the handler of an activity gets besides its parameters. All that it changes is committed with the activity, or not at all. */
export interface ActivityContext extends ChangeContext {
  readonly caller: Caller;
  readonly services: Services;
}

/** What a query is answered from where the store is not needed. */
export interface CallerContext {
  readonly organization: Organization;
  readonly caller: Caller;
}

/** What the handler of a query gets besides its request. */
export interface QueryContext extends ReadContext, CallerContext {
  readonly services: Services;
}

/**
 * The bounds of a unit are structural: compared with the union of all units, each handler would cost the type checker as much
 * as all of them.
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

/** How an activity is carried out, and what is particular about who may ask for it. */
export interface ActivityImplementation {
  readonly kind: 'activity';
  readonly name: string;
  readonly execute: (context: ActivityContext, parameters: never) => Promise<unknown>;
  /** The user whose own credentials the activity manages: that user may, whatever the policies say. */
  readonly ownUser?: (parameters: never) => string;
}

/**
 * An answer that holds so much that everybody else waits while it is read and made. The handler returns what makes it, with
 * a connection of its own, and the app lets one be made at a time.
 */
export class LongAnswer<Answer> {
  readonly make: (sql: Sql) => Promise<Answer>;

  constructor(make: (sql: Sql) => Promise<Answer>) {
    this.make = make;
  }
}

interface QueryParticulars {
  /** Whether the request may name the parent where it means the sub-organization of its credential. */
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

/** How a query is answered: with a connection to the store, or from what is known of its caller. */
export type QueryImplementation = StoredQuery | CallerQuery;

/** Says how an activity is carried out. */
export function implement<P extends z.ZodType, R extends z.ZodType>(
  unit: ActivityShape<P, R>,
  execute: (context: ActivityContext, parameters: z.output<P>) => Promise<z.output<R>>,
  particulars: { readonly ownUser?: (parameters: z.output<P>) => string } = {},
): ActivityImplementation {
  return { kind: 'activity', name: unit.name, execute, ...particulars };
}

/** Says how a query is answered. */
export function answer<Q extends z.ZodType, A extends z.ZodType>(
  unit: QueryShape<Q, A>,
  handler: (context: QueryContext, request: z.output<Q>) => Promise<z.output<A> | LongAnswer<z.output<A>>>,
  particulars: QueryParticulars = {},
): QueryImplementation {
  return { kind: 'query', name: unit.name, answer: handler, ...particulars };
}

/** Says how a query is answered that needs no connection to the store. */
export function answerFromCaller<Q extends z.ZodType, A extends z.ZodType>(
  unit: QueryShape<Q, A>,
  handler: (context: CallerContext, request: z.output<Q>) => z.output<A>,
  particulars: QueryParticulars = {},
): QueryImplementation {
  return { kind: 'query', name: unit.name, answerFromCaller: handler, ...particulars };
}
