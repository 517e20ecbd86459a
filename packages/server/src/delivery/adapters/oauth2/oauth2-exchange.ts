import { type JsonObject, readStrictJson } from '@mintmark/stamper/encoding';
import { ActivityFailure, ApiError } from '../../../core/model/api-error.ts';
import type { GuardedFetch, OutboundRequest } from '../../../core/ports/guarded-fetch.ts';
import type { Oauth2Exchange, Oauth2Request } from '../../../core/ports/oauth2-exchange.ts';
import { OutboundError } from '../outbound-error.ts';

/** The endpoints of a provider. */
export interface Oauth2Provider {
  readonly tokenUrl: string;
  readonly userInfoUrl: string;
  /** Names of members with dots between them. */
  readonly subjectPath?: string | undefined;
  readonly clientAuthentication?: 'basic' | 'post' | undefined;
}

export interface Oauth2Configuration {
  readonly issuer: string;
  readonly alpha?: Oauth2Provider | undefined;
  readonly beta?: Oauth2Provider | undefined;
}

const parts = { OAUTH2_PROVIDER_ALPHA: 'alpha', OAUTH2_PROVIDER_BETA: 'beta' } as const;
/** RFC 6749 §5.2. Other words of a provider are not repeated: they could quote what it was sent. */
const knownErrors = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);
/** With its prefix, a subject has at most 255 characters, as in OpenID Connect. */
const longestSubject = 240;
const longestToken = 8192;

/** Creates the client of the OAuth 2.0 providers. Without a configuration, every provider is refused. */
export function createOauth2Exchange(
  configuration: Oauth2Configuration | undefined,
  fetch: GuardedFetch,
): Oauth2Exchange {
  return {
    issuer: configuration?.issuer,
    isConfigured: (provider) => configuration?.[parts[provider]] !== undefined,
    async authenticate(request, { signal }) {
      const part = parts[request.provider];
      const endpoints = configuration?.[part];
      if (!endpoints) throw new ApiError('OAUTH2_PROVIDER_NOT_CONFIGURED');
      const call = caller(fetch, signal);
      const accessToken = await exchangeCode(call, endpoints, request);
      return { subject: `${part}:${await askSubject(call, endpoints, accessToken)}` };
    },
  };
}

/** What a call is for, in the words of its failures. */
interface Purpose {
  readonly asked: string;
  readonly refused: string;
}
const exchanging: Purpose = { asked: 'the token request', refused: 'refused the code' };
const asking: Purpose = { asked: 'the user info request', refused: 'refused the user info request' };

type Sent = Pick<OutboundRequest, 'url' | 'method' | 'body'> & { readonly headers: Readonly<Record<string, string>> };
type Call = (sent: Sent, purpose: Purpose) => Promise<{ readonly status: number; readonly json: JsonObject }>;

/** Calls a provider, whose answer has to be a JSON object. */
const caller =
  (fetch: GuardedFetch, signal: AbortSignal): Call =>
  async ({ headers, ...request }, { asked, refused }) => {
    // Some providers answer neither in JSON nor at all without these headers.
    const sent = { ...request, headers: { accept: 'application/json', 'user-agent': 'mintmark', ...headers } };
    const { status, text } = await fetch({ ...sent, isConfigured: true, signal }).catch((error) => {
      if (!(error instanceof OutboundError)) throw error;
      throw failure(`the provider did not answer ${asked}: ${error.sentence}`);
    });
    // A provider may refuse without JSON.
    const refusal = (problem: string) =>
      isSuccess(status) ? failure(`the provider's response to ${asked} ${problem}`) : refusedWith(refused, status);
    return { status, json: readStrictJson(Buffer.from(text), refusal) };
  };

async function exchangeCode(
  call: Call,
  { tokenUrl, clientAuthentication = 'basic' }: Oauth2Provider,
  { clientId, clientSecret, authCode, redirectUri, codeVerifier }: Oauth2Request,
): Promise<string> {
  const isBasic = clientAuthentication === 'basic';
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: authCode,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
    ...(!isBasic && { client_id: clientId, client_secret: clientSecret }),
  });
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(isBasic && { authorization: basicCredentials(clientId, clientSecret) }),
  };
  const request = { url: tokenUrl, method: 'POST', headers, body: form.toString() } as const;
  const { status, json } = await call(request, exchanging);
  const { error, access_token: token, token_type: type = 'bearer' } = json;
  // Some providers refuse a code with the status 200.
  if (!isSuccess(status) || error !== undefined) {
    const known = typeof error === 'string' && knownErrors.has(error) ? `: ${error}` : '';
    throw failure(`the provider refused the code${known}`);
  }
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer')
    throw failure('the provider issued no bearer token for the code');
  if (typeof token !== 'string' || token.length > longestToken || !/^[\x21-\x7e]+$/.test(token))
    throw failure('the provider issued no usable access token for the code');
  return token;
}

async function askSubject(
  call: Call,
  { userInfoUrl, subjectPath = 'sub' }: Oauth2Provider,
  accessToken: string,
): Promise<string> {
  const request = { url: userInfoUrl, method: 'GET', headers: { authorization: `Bearer ${accessToken}` } } as const;
  const { status, json } = await call(request, asking);
  if (!isSuccess(status)) throw refusedWith(asking.refused, status);
  const subject = memberAt(json, subjectPath.split('.'));
  // A larger number was rounded when it was read: two users could get the same one.
  if (Number.isSafeInteger(subject)) return String(subject);
  if (typeof subject === 'string' && subject !== '' && subject.length <= longestSubject) return subject;
  throw failure(`the provider did not identify the user: ${subjectPath} is not a usable id`);
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return memberAt((value as { readonly [member: string]: unknown })[name], rest);
}

/** RFC 6749 §2.3.1: both are form-encoded before they are joined. */
function basicCredentials(clientId: string, clientSecret: string): string {
  const [id, secret] = [clientId, clientSecret].map((text) => new URLSearchParams({ '': text }).toString().slice(1));
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

const isSuccess = (status: number) => status >= 200 && status < 300;

const refusedWith = (refused: string, status: number) => failure(`the provider ${refused}: the status is ${status}`);

const failure = (reason: string) => new ActivityFailure('OAUTH2_AUTHENTICATION_FAILED', reason);
