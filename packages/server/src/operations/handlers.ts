import type { ProxyImplementation } from '../core/handlers/answer-proxy.ts';
import type { ActivityImplementation, QueryImplementation } from '../core/handlers/implement.ts';
import * as operations from './generated.ts';

const handlers: Readonly<Record<string, ActivityImplementation | QueryImplementation | ProxyImplementation>> =
  operations;

/** The handler of an activity, if it has one yet. */
export function activityHandler(name: string): ActivityImplementation | undefined {
  const handler = handlers[name];
  return handler?.kind === 'activity' ? handler : undefined;
}

/** The handler of a query, if it has one yet. */
export function queryHandler(name: string): QueryImplementation | undefined {
  const handler = handlers[name];
  return handler?.kind === 'query' ? handler : undefined;
}

/** The handler of a sign-up operation, if it has one yet. */
export function proxyHandler(name: string): ProxyImplementation | undefined {
  const handler = handlers[name];
  return handler?.kind === 'proxy' ? handler : undefined;
}

/** The wire names of the operations that have a handler. */
export const handledOperations: ReadonlySet<string> = new Set(Object.keys(handlers));
