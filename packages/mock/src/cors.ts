import type { IncomingMessage } from 'node:http';

/** The headers that let a page of any origin read a response. No cookies are used. */
export function corsHeaders({ headers: { origin } }: IncomingMessage): Record<string, string> {
  if (origin === undefined) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
    Vary: 'Origin',
  };
}

/** The headers that answer a preflight request; undefined for any other request. */
export function preflightHeaders({ method, headers }: IncomingMessage): Record<string, string> | undefined {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined;
  const asked = headers['access-control-request-headers'];
  return { 'Access-Control-Allow-Methods': 'POST', ...(asked && { 'Access-Control-Allow-Headers': asked }) };
}
