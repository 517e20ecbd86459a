import type { IncomingMessage } from 'node:http';

/** What lets a page of any origin read an answer, and what it needs to see of it. Nothing here goes by cookies. */
export function corsHeaders({ headers: { origin } }: IncomingMessage): Record<string, string> {
  if (origin === undefined) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
    Vary: 'Origin',
  };
}

/** What lets a page send a request; undefined if a browser does not ask for that. */
export function preflightHeaders({ method, headers }: IncomingMessage): Record<string, string> | undefined {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined;
  const asked = headers['access-control-request-headers'];
  return { 'Access-Control-Allow-Methods': 'POST', ...(asked && { 'Access-Control-Allow-Headers': asked }) };
}
