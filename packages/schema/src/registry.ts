import * as operations from './generated/operations.ts';

type Operations = typeof operations;
type OperationsOf<Kind> = {
  readonly [Name in keyof Operations as Operations[Name]['kind'] extends Kind ? Name : never]: Operations[Name];
};

export type Unit = Operations[keyof Operations];
export type ActivityUnit = Extract<Unit, { readonly kind: 'activity' }>;
/** The activities that are votes on other activities, and have no result of their own. */
export type VoteUnit = Extract<ActivityUnit, { readonly selection: string }>;
export type QueryUnit = Extract<Unit, { readonly kind: 'query' }>;
export type ProxyUnit = Extract<Unit, { readonly kind: 'proxy' }>;

const ofKind = <Kind extends Unit['kind']>(kind: Kind) =>
  Object.fromEntries(Object.entries<Unit>(operations).filter(([, unit]) => unit.kind === kind)) as OperationsOf<Kind>;

export const activities = ofKind('activity');
export const queries = ofKind('query');
export const proxies = ofKind('proxy');

/** Every unit of the contract, by wire name. */
export const registry: OperationsOf<Unit['kind']> = { ...activities, ...queries, ...proxies };
