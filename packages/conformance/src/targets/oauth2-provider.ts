import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An OAuth 2.0 provider with PKCE (RFC 6749, RFC 7636). */
export interface Oauth2Provider extends AsyncDisposable {
  readonly url: string;
}

interface Answer {
  readonly status: number;
  readonly json: object;
}

/**
 * Starts the provider on a loopback address. A code is base64url of JSON with its challenge and the user, so that a client in any
 * runtime can act as a user who has signed in. Each code works once.
 */
export async function startOauth2Provider(clientSecret: string): Promise<Oauth2Provider> {
  const used = new Set<string>();

  async function exchange(request: IncomingMessage): Promise<Answer> {
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

  function describe({ headers: { authorization = '' } }: IncomingMessage): Answer {
    const [, token] = /^Bearer (\S+)$/.exec(authorization) ?? [];
    if (token === undefined) return { status: 401, json: { error: 'invalid_token' } };
    return { status: 200, json: { sub: Buffer.from(token, 'base64url').toString() } };
  }

  const server = createServer(async (request, response) => {
    const answer = request.url === '/token' ? await exchange(request) : describe(request);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.json));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function readCode(code: string): { readonly challenge: string; readonly user: string } | undefined {
  try {
    return JSON.parse(Buffer.from(code, 'base64url').toString());
  } catch {
    return undefined;
  }
}
