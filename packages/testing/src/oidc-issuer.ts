import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CompactJWSHeaderParameters, exportJWK, type JWK, SignJWT } from 'jose';
import type Provider from 'oidc-provider';
import type { ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider';

export interface IssuedToken {
  readonly subject: string;
  readonly nonce: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  /** One of the clients; by default the first. */
  readonly audience?: string;
}

/** A real OpenID provider in this process. */
export interface TestOidcIssuer extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  /** The paths of the requests that it got. */
  readonly requests: readonly string[];
  /** Signs a user in with the form, as a browser would, and returns the ID token. */
  issueToken(token: IssuedToken): Promise<string>;
  /** Signs a user in likewise, and returns a code for this challenge (RFC 7636) and `signedInUri`. */
  issueCode(code: { readonly subject: string; readonly codeChallenge: string }): Promise<string>;
  /** Signs any claims with the current key, for tokens that the provider would not issue. */
  signToken(claims: Record<string, unknown>, header?: Partial<CompactJWSHeaderParameters>): Promise<string>;
  /** The current public key, as it is published. */
  publicJwk(): Promise<JWK>;
  /** Replaces the keys. Tokens of the old ones are no longer valid. */
  rotateKeys(): Promise<void>;
  close(): Promise<void>;
}

export interface TestOidcIssuerOptions {
  /** The clients; their ids are the audiences. */
  readonly clientIds?: readonly [string, ...string[]];
  /** The secret that all clients have to authenticate with when they exchange a code; by default they have none. */
  readonly clientSecret?: string;
  /** Where users may be sent after they have signed in, for example the address of a page. */
  readonly redirectUris?: readonly string[];
  readonly port?: number;
}

interface Account {
  readonly email?: string | undefined;
  readonly emailVerified: boolean;
}

/** Where the provider sends the users of `issueToken` and `issueCode`. */
export const signedInUri = 'http://127.0.0.1/signed-in';

/**
 * Starts an OpenID provider on a loopback address. Its authorization endpoint shows a form with one field, `login`: the subject. A
 * login with an `@` is the verified e-mail address too. It supports the code flow with PKCE, without a client secret, and
 * `response_type=id_token`.
 */
export async function startOidcIssuer(options: TestOidcIssuerOptions = {}): Promise<TestOidcIssuer> {
  const { clientIds = ['sample-app', 'other-app'], clientSecret, redirectUris = [], port = 0 } = options;
  const accounts = new Map<string, Account>();
  const requests: string[] = [];
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    handle(request, response);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let key = makeKey();

  async function start(): Promise<void> {
    const clients = clientIds.map((id) => clientOf(id, clientSecret, [signedInUri, ...redirectUris]));
    const jwks = { keys: [await privateJwkOf(key)] };
    const OidcProvider = await loadProvider();
    using _ = hideExpectedWarnings();
    const provider = new OidcProvider(issuer, { ...settings(accounts), clients, jwks });
    allowLoopback(provider);
    const answer = provider.callback();
    handle = (request, response) =>
      request.url?.startsWith('/interaction/') ? signIn(provider, request, response) : answer(request, response);
  }

  await start();
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    issuer,
    clientId: clientIds[0],
    requests,
    async issueToken({ subject, nonce, email, emailVerified = true, audience = clientIds[0] }) {
      accounts.set(subject, { email, emailVerified });
      const asked = { client_id: audience, nonce, response_type: 'id_token' };
      const { hash } = await visit(issuer, asked, subject);
      return requireParameter(new URLSearchParams(hash.slice(1)), 'id_token');
    },
    async issueCode({ subject, codeChallenge }) {
      const challenge = { code_challenge: codeChallenge, code_challenge_method: 'S256' };
      const asked = { client_id: clientIds[0], response_type: 'code', ...challenge };
      const { searchParams } = await visit(issuer, asked, subject);
      return requireParameter(searchParams, 'code');
    },
    async signToken(claims, header = {}) {
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header })
        .sign(key.privateKey);
    },
    publicJwk: async () => ({ ...(await exportJWK(key.publicKey)), kid: key.kid, alg: 'RS256', use: 'sig' }),
    async rotateKeys() {
      key = makeKey();
      await start();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

let loaded: Promise<typeof Provider> | undefined;

/** The provider looks at the version of Node as soon as it is imported. */
function loadProvider(): Promise<typeof Provider> {
  loaded ??= (async () => {
    using _ = hideExpectedWarnings();
    return (await import('oidc-provider')).default;
  })();
  return loaded;
}

/** That it keeps everything in memory, and that it does not know this version of Node. Both are fine here. */
const expectedWarnings = ['a quick start development-only in-memory adapter is used', 'Unsupported runtime'];

/** Keeps these warnings from the output of the tests until it is disposed. All others are printed. */
function hideExpectedWarnings(): Disposable {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!expectedWarnings.some((warning) => String(words[0]).includes(`oidc-provider WARNING: ${warning}`)))
      warn(...words);
  };
  return {
    [Symbol.dispose]: () => {
      console.warn = warn;
    },
  };
}

const makeKey = () => ({ kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });

const privateJwkOf = async ({ kid, privateKey }: { readonly kid: string; readonly privateKey: KeyObject }) => ({
  ...(await exportJWK(privateKey)),
  kid,
  alg: 'RS256',
  use: 'sig',
});

const settings = (accounts: ReadonlyMap<string, Account>): Configuration => ({
  cookies: { keys: [randomBytes(16).toString('hex')] },
  responseTypes: ['code', 'id_token'],
  scopes: ['openid', 'email'],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  // So that the token of the code flow has the e-mail address, too.
  conformIdTokenClaims: false,
  clientBasedCORS: () => true,
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
  // The default prints that it should be replaced.
  renderError: (context, { error, error_description: description }) => {
    context.type = 'text';
    context.body = description ? `${error}: ${description}` : error;
  },
  findAccount: (_, accountId) => {
    const usual = { email: accountId.includes('@') ? accountId : undefined, emailVerified: true };
    const { email, emailVerified } = accounts.get(accountId) ?? usual;
    const claims = { sub: accountId, ...(email !== undefined && { email, email_verified: emailVerified }) };
    return { accountId, claims: async () => claims };
  },
  // Nobody has to consent.
  async loadExistingGrant({ oidc: { client, provider, session } }: KoaContextWithOIDC) {
    if (!client || !session?.accountId) return undefined;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid email');
    await grant.save();
    return grant;
  },
});

const clientOf = (id: string, secret: string | undefined, redirectUris: readonly string[]): ClientMetadata => ({
  client_id: id,
  redirect_uris: [...redirectUris],
  response_types: ['code', 'id_token'],
  grant_types: ['authorization_code', 'implicit'],
  ...(secret === undefined
    ? { token_endpoint_auth_method: 'none' }
    : { token_endpoint_auth_method: 'client_secret_basic', client_secret: secret }),
});

/** A client that gets tokens without a code must have https redirects, unless the provider is one for tests. */
function allowLoopback(provider: Provider): void {
  const { prototype } = (provider.Client as unknown as { Schema: { prototype: ClientSchema } }).Schema;
  const { invalidate } = prototype;
  prototype.invalidate = function (message, code) {
    if (code !== 'implicit-force-https' && code !== 'implicit-forbid-localhost') invalidate.call(this, message, code);
  };
}

interface ClientSchema {
  invalidate(message: string, code?: string): void;
}

/** Shows the form, and reads it. */
async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    const accountId = new URLSearchParams(await text(request)).get('login') ?? '';
    return await provider.interactionFinished(request, response, { login: { accountId } });
  }
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html>
<html lang="en"><title>Sign in</title>
<form method="post"><label>Login <input name="login" autofocus required></label> <button>Sign in</button></form>`);
}

/** Follows the redirects of a sign-in with a new browser, fills in the form, and returns the last redirect. */
async function visit(issuer: string, query: Readonly<Record<string, string>>, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const redirect = { scope: 'openid email', redirect_uri: signedInUri };
  let url = `${issuer}/auth?${new URLSearchParams({ ...query, ...redirect })}`;
  for (let step = 0; step < 10; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const form = url.includes('/interaction/') ? { method: 'POST', body: new URLSearchParams({ login }) } : {};
    const answer = await fetch(url, { ...form, redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url).href;
    if (url.startsWith(signedInUri)) return new URL(url);
  }
  throw new Error('the provider redirects without end');
}

function requireParameter(parameters: URLSearchParams, name: string): string {
  const value = parameters.get(name);
  if (value === null) throw new Error(`the provider issued no ${name}: ${parameters}`);
  return value;
}
