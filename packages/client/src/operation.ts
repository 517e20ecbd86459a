import type { OrThrow } from './generated/operations.ts';
import type { paths } from './generated/paths.ts';
import type { Outcome } from './outcome.ts';
import type { CallOptions } from './transport.ts';

type Json = 'application/json';
type Path = keyof paths;

/** What the tables know of an operation. */
export interface Operation {
  readonly path: Path;
  /** The end of the type of the activities that it submits, such as `_V2`; the rest follows from the path. */
  readonly version?: string;
  /** The member of the answer with the items of a page. */
  readonly items?: string;
  /** The member of an item that is its cursor, or the item itself; absent where the answer has pageInfo. */
  readonly cursor?: string;
  readonly repeatable?: true;
}

/** Operations by the name of their method. */
export type Operations = Readonly<Record<string, Operation>>;

export type RequestOf<P extends Path> = paths[P]['post']['requestBody']['content'][Json];
export type ResponseOf<P extends Path> = paths[P]['post']['responses'][200]['content'][Json];

/** The type of the activities that an operation submits. */
export const activityType = ({ path, version }: Operation): string =>
  `ACTIVITY_TYPE_${path.slice(path.lastIndexOf('/') + 1).toUpperCase()}${version}`;

/** What a call takes: the parameters of an activity, the fields of a query. The rest of the body is made here. */
type Input<O extends Operation> =
  RequestOf<O['path']> extends { parameters: infer Parameters }
    ? Parameters
    : Fields<Omit<RequestOf<O['path']>, 'organizationId'>>;

/** An object type without members would take anything. */
type Fields<I> = keyof I extends never ? Record<string, never> : I;

export interface RequestOptions extends CallOptions {
  /** Instead of the organization of the client. */
  readonly organizationId?: string | undefined;
}

export interface SubmitOptions extends RequestOptions {
  /** Whether to return proofs of what the activity did. */
  readonly generateAppProofs?: boolean | undefined;
  /** How long to ask again while the activity runs, in milliseconds; 30 seconds if not given. */
  readonly pendingTimeout?: number | undefined;
  /** How long to wait for the approvals of other users, in milliseconds; not at all if not given. */
  readonly consensusTimeout?: number | undefined;
}

type OptionsOf<O extends Operation> = O extends { version: string } ? SubmitOptions : RequestOptions;

/** An input can be left out where nothing in it is required. */
type Arguments<I, Options> =
  Record<never, never> extends I ? [input?: I, options?: Options] : [input: I, options?: Options];

type ActivityOf<O extends Operation> = ResponseOf<O['path']> extends { activity: infer Activity } ? Activity : never;
type ResultOf<O extends Operation> =
  ActivityOf<O> extends { result: infer Results } ? NonNullable<Results[keyof Results]> : never;

/** One page, or with `for await` every item of this page and all that follow. */
export interface Pages<Page, Item> extends Promise<Page>, AsyncIterable<Item> {}

type ItemOf<Page, Items> = Items extends keyof Page
  ? NonNullable<Page[Items]> extends readonly (infer Item)[]
    ? Item
    : never
  : never;

/** What a call gives. */
export type Answer<O extends Operation> = O extends { version: string }
  ? Promise<Outcome<ResultOf<O>, ActivityOf<O>>>
  : O extends { items: infer Items }
    ? Pages<ResponseOf<O['path']>, ItemOf<ResponseOf<O['path']>, Items>>
    : Promise<ResponseOf<O['path']>>;

export type MethodArguments<O extends Operation> = Arguments<Input<O>, OptionsOf<O>>;

/** One method for each operation. */
export type Methods<Os extends Operations> = {
  readonly [Name in keyof Os]: (...args: MethodArguments<Os[Name]>) => Answer<Os[Name]>;
};

/** For each activity a method more, which resolves to the result alone and throws anything else as an ActivityError. */
export type OrThrowMethods<Os extends Operations> = {
  readonly [Name in keyof Pick<OrThrow, OrThrowNames<Os>>]: (
    ...args: MethodArguments<Os[OrThrow[Name]]>
  ) => Promise<ResultOf<Os[OrThrow[Name]]>>;
};

type OrThrowNames<Os extends Operations> = Extract<keyof OrThrow, `${keyof Os & string}OrThrow`>;
