import type { Actor, Stage } from './stage.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a story names the members that it wants.
/** A call that is over. */
export interface Done {
  readonly input: any;
  /** The result of an activity, or the answer to a query. */
  readonly output: any;
  readonly activity: any;
}

/** A call that somebody makes. */
export interface Call {
  readonly by: Actor;
  readonly input: any;
  /** The organization that it is made in, where that is not the caller's own. */
  readonly organizationId?: string;
}
// biome-ignore-end lint/suspicious/noExplicitAny: as above.

/** Turns a call that would succeed into one that is refused. */
export type Refusal = (stage: Stage, call: Call) => Call | Promise<Call>;

/** How an operation comes to succeed, and how it comes to be refused. */
export interface Story {
  /** The methods that are called first, anew for each story. */
  readonly after?: readonly string[];
  /** Who calls; the root user of the stage, unless said otherwise. */
  readonly by?: (stage: Stage, ...before: readonly Done[]) => Actor;
  readonly input: (stage: Stage, ...before: Done[]) => object;
  /** What must be found in the output; of a list that comes in pages, in all of it and in this order. */
  readonly shows?: (input: Done['input'], stage: Stage, ...before: Done[]) => object;
  /** For an activity: the refusal that is a failure where it is found out only after an approval. */
  readonly fails?: string;
  /** What provokes each error that the unit lists as its own. */
  readonly refusals?: Readonly<Record<string, Refusal>>;
  /** Errors that no request from outside can provoke, and why. `unprovoked.ts` has those of all operations. */
  readonly unprovoked?: Readonly<Record<string, string>>;
  /** The input as an older type takes it, by that type. */
  readonly older?: Readonly<Record<string, (input: Done['input']) => object>>;
}
