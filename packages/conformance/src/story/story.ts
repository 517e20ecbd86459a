import type { Actor, Stage } from './stage.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a story names the members that it wants.
/** A finished call. */
export interface Done {
  readonly input: any;
  /** The result of an activity, or the answer to a query. */
  readonly output: any;
  readonly activity: any;
}

/** A call and its caller. */
export interface Call {
  readonly by: Actor;
  readonly input: any;
  /** The organization that it is made in, where that is not the caller's own. */
  readonly organizationId?: string;
  /** Prepares the same call on another stage, if this one was prepared. */
  readonly prepareOn?: (stage: Stage) => Promise<Call>;
}
// biome-ignore-end lint/suspicious/noExplicitAny: as above.

/** Turns a call that would succeed into one that is refused. */
export type Refusal = (stage: Stage, call: Call) => Call | Promise<Call>;

/** What makes an operation succeed, and what makes it fail. */
export interface Story {
  /** Whether the target must accept the issuer of the stories, and use their providers. */
  readonly needsSignIn?: true;
  /** Whether the target must have a node of the chain eip155:1. */
  readonly needsChain?: true;
  /** The methods that are called first, separately for each story. */
  readonly after?: readonly string[];
  /** The caller; by default the root user of the stage. */
  readonly by?: (stage: Stage, ...before: readonly Done[]) => Actor;
  readonly input: (stage: Stage, ...before: Done[]) => object | Promise<object>;
  /** Whether the caller alone may always do it, so that nobody votes on it. */
  readonly isAlone?: true;
  /** What the output must contain. For a list with pages: in the whole list, in this order. */
  readonly shows?: (input: Done['input'], stage: Stage, ...before: Done[]) => object;
  /** For an activity: the error with which it fails after an approval. A council plays it: what comes before is decided with its votes. */
  readonly fails?: string;
  /** What provokes each error that the unit lists as its own. */
  readonly refusals?: Readonly<Record<string, Refusal>>;
  /** Errors that no request from outside can provoke, and why. `unprovoked.ts` has those of all operations. */
  readonly unprovoked?: Readonly<Record<string, string>>;
  /** The input in the form of an older type, by type. */
  readonly older?: Readonly<Record<string, (input: Done['input']) => object>>;
}
