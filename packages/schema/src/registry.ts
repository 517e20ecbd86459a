import * as activities from './generated/activities.ts';
import * as proxies from './generated/proxy.ts';
import * as queries from './generated/queries.ts';

export { activities, proxies, queries };

/** Every unit of the contract, by wire name. */
export const registry: typeof activities & typeof queries & typeof proxies = { ...activities, ...queries, ...proxies };

export type ActivityUnit = (typeof activities)[keyof typeof activities];
/** The activities that are votes on other activities, and have no result of their own. */
export type VoteUnit = Extract<ActivityUnit, { readonly selection: string }>;
export type QueryUnit = (typeof queries)[keyof typeof queries];
export type ProxyUnit = (typeof proxies)[keyof typeof proxies];
export type Unit = ActivityUnit | QueryUnit | ProxyUnit;
