import type { OrThrow } from './generated/operations.ts';
import type { OperationName, Operations, RequestOf, ResponseOf } from './operation.ts';
import type { Outcome } from './outcome.ts';
import type { CallOptions } from './transport.ts';

/** The input of a call: the parameters of an activity, or the fields of a query. The client adds the rest of the body. */
type Input<Name extends OperationName> =
  RequestOf<Name> extends { parameters: infer Parameters }
    ? Parameters
    : Fields<Omit<RequestOf<Name>, 'organizationId'>>;

/** An object type without members would accept anything. */
type Fields<I> = keyof I extends never ? Record<string, never> : I;

export interface RequestOptions extends CallOptions {
  /** Overrides the organization of the client. */
  readonly organizationId?: string | undefined;
}

export interface SubmitOptions extends RequestOptions {
  /** Whether to return proofs of what the activity did. */
  readonly generateAppProofs?: boolean | undefined;
  /** How long to poll while the activity runs, in milliseconds; 30 seconds by default. */
  readonly pendingTimeout?: number | undefined;
  /** How long to wait for the approvals of other users, in milliseconds; 0 by default. */
  readonly consensusTimeout?: number | undefined;
}

type OptionsOf<O> = O extends { version: string } ? SubmitOptions : RequestOptions;

/** An input can be left out where nothing in it is required. */
type Arguments<I, Options> =
  Record<never, never> extends I ? [input?: I, options?: Options] : [input: I, options?: Options];

type ActivityOf<Name extends OperationName> = ResponseOf<Name> extends { activity: infer Activity } ? Activity : never;
type ResultOf<Name extends OperationName> =
  ActivityOf<Name> extends { result: infer Results } ? NonNullable<Results[keyof Results]> : never;

/** One page, or with `for await` every item of this page and of all pages after it. */
export interface Pages<Page, Item> extends Promise<Page>, AsyncIterable<Item> {}

type ItemOf<Page, Items> = Items extends keyof Page
  ? NonNullable<Page[Items]> extends readonly (infer Item)[]
    ? Item
    : never
  : never;

/** What a call returns. */
type AnswerOf<Name extends OperationName, O> = O extends { vote: true }
  ? Promise<Outcome<unknown>>
  : O extends { version: string }
    ? Promise<Outcome<ResultOf<Name>, ActivityOf<Name>>>
    : O extends { items: infer Items }
      ? Pages<ResponseOf<Name>, ItemOf<ResponseOf<Name>, Items>>
      : Promise<ResponseOf<Name>>;

export type Answer<Os extends Operations, Name extends keyof Os> = AnswerOf<Name & OperationName, Os[Name]>;

export type MethodArguments<Os extends Operations, Name extends keyof Os> = Arguments<
  Input<Name & OperationName>,
  OptionsOf<Os[Name]>
>;

/** One method for each operation. */
export type Methods<Os extends Operations> = {
  readonly [Name in keyof Os]: (...args: MethodArguments<Os, Name>) => Answer<Os, Name>;
};

/** A second method for each activity except votes. It resolves to the result, and throws an ActivityError for any other outcome. */
export type OrThrowMethods<Os extends Operations> = {
  readonly [Name in keyof Pick<OrThrow, OrThrowNames<Os>>]: (
    ...args: MethodArguments<Os, OrThrow[Name] & keyof Os>
  ) => Promise<ResultOf<OrThrow[Name]>>;
};

type OrThrowNames<Os extends Operations> = Extract<keyof OrThrow, `${keyof Os & string}OrThrow`>;
