import type { operations } from './generated/paths.ts';

type Json = 'application/json';
export type OperationName = keyof operations;

/** What the tables know of an operation besides its name, from which its path and its type follow. */
export interface Operation {
  /** The end of the type of the activities that it submits, such as `_V2`; absent from what submits none. */
  readonly version?: string;
  /** It is a vote: the answer is the activity that was voted on, which may be of any type. */
  readonly vote?: true;
  /** The member of the answer with the items of a page. */
  readonly items?: string;
  /** The member of an item that is its cursor, or the item itself; absent where the answer has pageInfo. */
  readonly cursor?: string;
  readonly repeatable?: true;
}

/** Operations by their name. */
export type Operations = { readonly [Name in OperationName]?: Operation };

export type RequestOf<Name extends OperationName> = operations[Name]['requestBody']['content'][Json];
export type ResponseOf<Name extends OperationName> = operations[Name]['responses'][200]['content'][Json];

/** An operation as the wire calls it: `create_users` for `createUsers`. */
export const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const pathOf = (name: string, { version }: Operation): string =>
  `/public/v1/${version === undefined ? 'query' : 'submit'}/${wireName(name)}`;

/** The type of the activities that an operation submits. */
export const activityType = (name: string, { version }: Operation): string =>
  `ACTIVITY_TYPE_${wireName(name).toUpperCase()}${version}`;
