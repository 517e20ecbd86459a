import type { operations } from './generated/paths.ts';

type Json = 'application/json';
export type OperationName = keyof operations;

/** What the tables store about an operation. Its path and its type follow from its name. */
export interface Operation {
  /** The suffix of its activity type, such as `_V2`; absent when it submits no activity. */
  readonly version?: string;
  /** A vote: the response holds the activity that was voted on, which may be of any type. */
  readonly vote?: true;
  /** The member of the response that holds the items of a page. */
  readonly items?: string;
  /** The member of an item that is its cursor, or the item itself; absent when the response has pageInfo. */
  readonly cursor?: string;
  readonly repeatable?: true;
}

/** Operations by their name. */
export type Operations = { readonly [Name in OperationName]?: Operation };

export type RequestOf<Name extends OperationName> = operations[Name]['requestBody']['content'][Json];
export type ResponseOf<Name extends OperationName> = operations[Name]['responses'][200]['content'][Json];

/** The wire name of an operation: `create_users` for `createUsers`. */
export const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const pathOf = (name: string, { version }: Operation): string =>
  `/public/v1/${version === undefined ? 'query' : 'submit'}/${wireName(name)}`;

/** The path of a sign-up operation. Where an activity has the same name, that of the sign-up operation begins with `proxy`. */
export const proxyPathOf = (name: string): string => `/v1/${wireName(name).replace(/^proxy_/, '')}`;

/** The type of the activities that an operation submits. */
export const activityType = (name: string, { version }: Operation): string =>
  `ACTIVITY_TYPE_${wireName(name).toUpperCase()}${version}`;
