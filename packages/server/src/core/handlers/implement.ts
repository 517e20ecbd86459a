import type { AddressDerivation } from '@mintmark/stamper/proofs';
import type { z } from 'zod';
import type { Sql, TransactionSql } from '../../storage/store/database.ts';
import type { RowWriter } from '../authority/row-writer.ts';
import type { Caller } from '../model/caller.ts';
import type { Memo } from '../model/memo.ts';
import type { Organization } from '../model/organization.ts';
import type { PolicySet } from '../ports/policy-sets.ts';
import type { Services } from '../ports/services.ts';
import type { InTurns } from '../ports/takes-turns.ts';
import type { LeavesEntries } from './define-kind.ts';
import { type Effect, send } from './effect.ts';
import type { PolicyNeeds, PolicyParameters, PolicyView } from './policy-view.ts';
import type { Reads } from './reads.ts';

/** What code that reads rows of an organization gets. */
export interface ReadContext {
  readonly sql: Sql;
  readonly organization: Organization;
  readonly services: Pick<Services, 'macs'>;
  /** Rows that were read since something last changed. Contexts that share it read the same rows once. */
  readonly reads?: Reads | undefined;
}

/** What a handler gets to remember something for as long as its request lasts. */
export interface Remembers {
  readonly memo: Memo;
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
  /** The id of the activity itself. */
  readonly activityId: string;
  /** When it was submitted: before now, if it has waited for approvals. */
  readonly submittedAt: Date;
  readonly services: Services;
  /** Takes what has to happen outside. It is delivered after the commit, or never if the activity is rolled back. */
  readonly outbox: LeavesEntries;
  /** What the sign-up proxy asks for besides the parameters. */
  readonly signUp?: SignUp;
  /** Where an anonymous request came from. It is not part of the body: a repetition from elsewhere is the same activity. */
  readonly source?: string;
}

/**
 * What a sign-up has that the parameters of create_sub_organization lack. It is in the stamped and stored body of the activity,
 * beside its parameters. Only the sign-up proxy can put it there.
 */
export interface SignUp {
  /** The name of a tag for the new root user. */
  readonly userTag: string;
}

/** What is needed to see an activity as policies see it, and to ask them. */
export interface PolicyContext extends ReadContext {
  readonly services: Pick<Services, 'macs' | 'policySets' | 'contractInterfaces' | 'sessionScopes' | 'earn'>;
  /**
   * Policies that were compiled for this request, by their digest. Where it is given, policies that take long to compile are not
   * compiled, but UncompiledPolicies is thrown: the connection has to be given back first.
   */
  readonly compiled?: ReadonlyMap<string, PolicySet>;
}

/** What a handler gets to read the rows that it relies on, without a lock and under it. */
export interface InputsContext extends ReadContext, Pick<PolicyContext, 'compiled'> {
  readonly services: Services;
}

/** What a handler gets to prepare an activity: no connection, and no lock. */
export interface PrepareContext {
  readonly organization: Organization;
  readonly caller: Caller;
  /** The id of the activity itself. If the same body was submitted meanwhile, it is prepared again with the id of that activity. */
  readonly activityId: string;
  readonly services: Services;
  /** Aborted when the time for preparing is over. */
  readonly signal: AbortSignal;
  /**
   * Changes something that stays changed whatever becomes of the activity, in a transaction of its own: it counts attempts.
   */
  readonly change: <Result>(work: (sql: TransactionSql) => Promise<Result>) => Promise<Result>;
  /**
   * Borrows a connection to read something that is known to be needed only now. Nothing reads it again before the commit, so
   * `execute` has to.
   */
  readonly read: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>;
}

/** What the handler of a query gets if it does not need the store. */
export interface CallerContext {
  readonly organization: Organization;
  readonly caller: Caller;
}

/** What the handler of a query gets besides its request. */
export interface QueryContext extends ReadContext, CallerContext, Pick<PolicyContext, 'compiled'> {
  readonly services: Services;
  /** Finds how activities are carried out: for queries about activities. */
  readonly findHandler: FindHandler;
  /** Gives the connection back before work that takes long, such as evaluating policies. The handler can read nothing after it. */
  readonly letGo?: LetGo;
  /** Borrows another connection after that. */
  readonly readAgain?: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>;
}

/** Resolves once the connection is given back. */
export type LetGo = () => Promise<void>;

/**
 * The bounds of a unit are structural: to compare each handler with the union of all units would make type checking
 * quadratic.
 */
export interface ActivityShape<P extends z.ZodType, R extends z.ZodType> {
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

/** What a handler gets to declare what it writes. */
export type EffectContext = Omit<ActivityContext, 'outbox'>;

/** Stands for the user who submits an activity. */
export const theCaller = Symbol('the caller');

interface ActivityOptions<Parameters> {
  /** The user whose own credentials the activity manages. That user may always submit it, whatever the policies say. */
  readonly ownUser?: (parameters: Parameters) => string | typeof theCaller;
  /** The user that the activity is for. It is denied to everybody else, and runs only with the approval of that user. */
  readonly forUser?: (parameters: Parameters) => string | undefined;
  /**
   * The users whose contacts, credentials, tags or name the activity changes. If one is a root user, that user or the root quorum
   * has to approve it, besides what policies ask for.
   */
  readonly changedUsers?: (
    parameters: Parameters,
    context: ReadContext,
  ) => readonly string[] | Promise<readonly string[]>;
  /** Reads what takes long of the parameters before a connection is taken, and remembers it. */
  readonly readAhead?: (parameters: Parameters, inTurns: InTurns, memo: Memo) => Promise<void>;
  /** What policies see as `activity.params`. */
  readonly policyParameters?: (parameters: Parameters) => PolicyParameters;
  /**
   * What policies see of the activity besides its type and parameters. Several views are several things that it does:
   * policies must allow each of them. It reads only what policies need, and it shows nothing of what does not exist.
   */
  readonly policyViews?: (
    context: PolicyContext & Remembers,
    parameters: Parameters,
    needs: PolicyNeeds,
  ) => Promise<readonly PolicyView[]>;
  /** Whether the request may name the parent organization instead of the sub-organization that has the credential. */
  readonly resolvesParent?: true;
  /** Whether it accepts an attested stamp. */
  readonly acceptsAttested?: true;
  /** Whether users of the parent may submit it in a sub-organization, if the policies of the parent allow it. It never waits for approvals. */
  readonly byParent?: true;
  /** Whether the sign-up proxy may submit it. */
  readonly byProxy?: true;
  /**
   * How older types are carried out that only the server can upgrade, by version. Each is implemented for its own parameters, and
   * returns the current result.
   *
   * @example older: { 1: implement({ ...otpLogin, parameters: OtpLoginParametersV1 }, …) }
   */
  readonly older?: Readonly<Record<number, ActivityImplementation>>;
}

/**
 * How an activity is carried out whose work is slow or needs the outside: key derivation, signing, foreign tokens, network reads.
 *
 * First the organization's state is read without a lock. If the activity may run, `prepare` does the slow work, while no
 * connection and no lock is held. Then the organization is locked and everything is read and decided again. If the activity still
 * may run and the inputs are the same, `execute` writes the effect.
 */
interface Phases<Parameters, Inputs, Prepared> extends ActivityOptions<Parameters> {
  /** Whether these parameters need slow work at all; they do, unless told otherwise. If not, nothing is prepared. */
  readonly isNeeded?: (parameters: Parameters) => boolean;
  /** Reads the rows that `prepare` relies on. Read again under the lock: if they changed, the activity is prepared again. */
  readonly inputs: (context: InputsContext, parameters: Parameters) => Promise<Inputs>;
  /**
   * Does the slow work. What it returns is kept in memory only. If that has a `Symbol.dispose`, it is called when the activity is
   * over, whether the result was used or not: it wipes secrets.
   */
  readonly prepare: (context: PrepareContext & Remembers, parameters: Parameters, inputs: Inputs) => Promise<Prepared>;
  /** The addresses that were derived from keys, for proofs. Only handlers that derive addresses have it. */
  readonly derivations?: (
    organization: Organization,
    parameters: Parameters,
    prepared: Prepared,
  ) => readonly AddressDerivation[];
}

interface WritingPhases<Parameters, Inputs, Prepared, Result> extends Phases<Parameters, Inputs, Prepared> {
  /** Writes the effect. It may run again after a rollback, so it must not change what was prepared. */
  readonly execute: (context: ActivityContext, parameters: Parameters, prepared: Prepared) => Promise<Result>;
}

/** An activity that declares what it writes: such activities are executed together. */
interface DeclaringPhases<Parameters, Inputs, Prepared, Result> extends Phases<Parameters, Inputs, Prepared> {
  readonly effect: (context: EffectContext, parameters: Parameters, prepared: Prepared) => Effect<Result>;
  /** Whether it writes so little that others may wait for it; it does, unless told otherwise. */
  readonly isSmall?: (parameters: Parameters) => boolean;
}

/** An activity that writes nothing but its record: what was prepared is its result. Such activities are executed together, too. */
interface PurePhases<Parameters, Inputs, Prepared, Result> extends Phases<Parameters, Inputs, Prepared> {
  readonly result: (prepared: Prepared) => Result;
}

/** How an activity is carried out. */
export interface ActivityImplementation extends ActivityOptions<never> {
  readonly kind: 'activity';
  readonly name: string;
  readonly phases?: Pick<Phases<never, unknown, unknown>, 'isNeeded' | 'inputs'> & {
    readonly prepare: (context: PrepareContext & Remembers, parameters: never, inputs: never) => Promise<unknown>;
    readonly derivations?: (
      organization: Organization,
      parameters: never,
      prepared: never,
    ) => readonly AddressDerivation[];
  };
  readonly execute: (context: ActivityContext, parameters: never, prepared: never) => Promise<unknown>;
  /** What declares its effect, if none of its statements needs an answer with these parameters. */
  readonly effectFor?: (
    parameters: never,
  ) => ((context: EffectContext, prepared: never) => Effect<unknown>) | undefined;
  /** Whether it writes nothing but its record. */
  readonly isPure?: boolean;
}

/** Finds the handler of an operation by its name, if it has one yet. */
export type FindHandler = (name: string) => ActivityImplementation | undefined;

/**
 * An answer so large that reading and building it delays all other requests. The handler returns a function that builds it
 * on a separate connection; the app builds one at a time.
 */
export class LongAnswer<Answer> {
  readonly make: (sql: Sql, letGo?: LetGo) => Promise<Answer>;

  constructor(make: (sql: Sql, letGo?: LetGo) => Promise<Answer>) {
    this.make = make;
  }
}

interface QueryOptions {
  /** Whether the request may name the parent organization instead of the sub-organization that has the credential. */
  readonly resolvesParent?: true;
}

/** What a handler gets to prepare the answer to a query: no connection. */
export interface PrepareQueryContext extends CallerContext {
  readonly services: Services;
  /** Aborted when the time for preparing is over. */
  readonly signal: AbortSignal;
  /** Borrows a connection to read rows that say what is needed from the outside. */
  readonly read: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>;
}

/** How a query is answered that needs the outside, such as a foreign token. */
interface QueryPhases<Request, Prepared, Answer> {
  /** Does the slow work, while no connection is held. */
  readonly prepare: (context: PrepareQueryContext, request: Request) => Promise<Prepared>;
  readonly answer: (context: QueryContext, request: Request, prepared: Prepared) => Promise<Answer>;
}

interface StoredQuery extends QueryOptions {
  readonly kind: 'query';
  readonly name: string;
  readonly prepare?: (context: PrepareQueryContext, request: never) => Promise<unknown>;
  readonly answer: (context: QueryContext, request: never, prepared: never) => Promise<unknown>;
}

interface CallerQuery extends QueryOptions {
  readonly kind: 'query';
  readonly name: string;
  readonly answerFromCaller: (context: CallerContext, request: never) => unknown;
}

/** How a query is answered: from the store, or from what is already known about its caller. */
export type QueryImplementation = StoredQuery | CallerQuery;

/** Defines how an activity is carried out: by a function that only writes rows, or in phases. */
export function implement<P extends z.ZodType, R extends z.ZodType, Inputs, Prepared>(
  unit: ActivityShape<P, R>,
  how:
    | ((context: ActivityContext, parameters: z.output<P>) => Promise<z.output<R>>)
    | WritingPhases<z.output<P>, Inputs, Prepared, z.output<R>>
    | DeclaringPhases<z.output<P>, Inputs, Prepared, z.output<R>>
    | PurePhases<z.output<P>, Inputs, Prepared, z.output<R>>,
  options: ActivityOptions<z.output<P>> & {
    /**
     * What declares the effect of the function, if none of its statements needs an answer with these parameters. Such activities are
     * executed together.
     */
    readonly effectFor?: (parameters: z.output<P>) => ((context: EffectContext) => Effect<z.output<R>>) | undefined;
  } = {},
): ActivityImplementation {
  const { kind, name } = unit;
  if (typeof how === 'function') return { kind, name, execute: how, ...options };
  const { isNeeded, inputs, prepare, derivations, ...rest } = how;
  const optional = { ...(isNeeded && { isNeeded }), ...(derivations && { derivations }) };
  const phases = { ...optional, inputs, prepare };
  if ('execute' in rest) return { kind, name, phases, ...rest };
  if ('result' in rest) {
    const { result, ...others } = rest;
    return {
      ...{ kind, name, phases, ...others, isPure: true },
      execute: async (_, __, prepared) => result(prepared),
      effectFor: () => (_, prepared) => ({ parts: [], result: result(prepared) }),
    };
  }
  const { effect, isSmall = () => true, ...others } = rest;
  return {
    ...{ kind, name, phases, ...others },
    execute: (context, parameters, prepared) => send(context.sql, effect(context, parameters, prepared)),
    effectFor: (parameters) =>
      isSmall(parameters) ? (context, prepared) => effect(context, parameters, prepared) : undefined,
  };
}

/** Defines how a query is answered: by a function that only reads rows, or in phases. */
export function answer<Q extends z.ZodType, A extends z.ZodType, Prepared>(
  unit: QueryShape<Q, A>,
  how:
    | ((context: QueryContext, request: z.output<Q>) => Promise<z.output<A> | LongAnswer<z.output<A>>>)
    | QueryPhases<z.output<Q>, Prepared, z.output<A>>,
  options: QueryOptions = {},
): QueryImplementation {
  const phases = typeof how === 'function' ? { answer: how } : how;
  return { kind: 'query', name: unit.name, ...phases, ...options };
}

/** Defines how a query that does not need the store is answered. */
export function answerFromCaller<Q extends z.ZodType, A extends z.ZodType>(
  unit: QueryShape<Q, A>,
  handler: (context: CallerContext, request: z.output<Q>) => z.output<A>,
  options: QueryOptions = {},
): QueryImplementation {
  return { kind: 'query', name: unit.name, answerFromCaller: handler, ...options };
}
