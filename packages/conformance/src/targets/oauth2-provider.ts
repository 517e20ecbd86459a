import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type JsonAnswer, type JsonProvider, startJsonProvider } from './json-provider.ts';

/**
 * Starts an OAuth 2.0 provider with PKCE (RFC 6749, RFC 7636). A code is base64url of JSON with its challenge and the user, so that
 * a client in any runtime can act as a user who has signed in. Each code works once.
 */
export function startOauth2Provider(clientSecret: string): Promise<JsonProvider> {
  const used = new Set<string>();

  async function exchange(request: IncomingMessage): Promise<JsonAnswer> {
    const credentials = Buffer.from(request.headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
    const secret = new URLSearchParams(`secret=${credentials.slice(credentials.indexOf(':') + 1)}`).get('secret');
    if (secret !== clientSecret) return { status: 401, json: { error: 'invalid_client' } };
    const form = new URLSearchParams(await text(request));
    const code = form.get('code') ?? '';
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const issued = readCode(code);
    if (used.has(code) || !issued || issued.challenge !== challenge)
      return { status: 400, json: { error: 'invalid_grant' } };
    used.add(code);
    return {
      status: 200,
      json: { access_token: Buffer.from(issued.user).toString('base64url'), token_type: 'Bearer' },
    };
  }

  function describe({ headers: { authorization = '' } }: IncomingMessage): JsonAnswer {
    const [, token] = /^Bearer (\S+)$/.exec(authorization) ?? [];
    if (token === undefined) return { status: 401, json: { error: 'invalid_token' } };
    return { status: 200, json: { sub: Buffer.from(token, 'base64url').toString() } };
  }

  return startJsonProvider((request) => (request.url === '/token' ? exchange(request) : describe(request)));
}

function readCode(code: string): { readonly challenge: string; readonly user: string } | undefined {
  try {
    return JSON.parse(Buffer.from(code, 'base64url').toString());
  } catch {
    return undefined;
  }
}
