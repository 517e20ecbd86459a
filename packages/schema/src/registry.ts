import { activities, proxies, queries } from './generated/registry.ts';

/** Every unit of the contract, under the path of the file that defines it. */
export const registry = { ...activities, ...queries, ...proxies };

export type ActivityUnit = (typeof activities)[keyof typeof activities];
export type QueryUnit = (typeof queries)[keyof typeof queries];
export type ProxyUnit = (typeof proxies)[keyof typeof proxies];
export type Unit = ActivityUnit | QueryUnit | ProxyUnit;
