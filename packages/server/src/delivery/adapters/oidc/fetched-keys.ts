import { readStrictJson } from '@mintmark/stamper/encoding';
import type { GuardedFetch, HttpAnswer } from '../../../core/ports/guarded-fetch.ts';
import { OutboundError } from '../outbound-error.ts';
import { invalidOidcToken } from './invalid-oidc-token.ts';
import { readIssuerKeys } from './issuer-key.ts';
import type { LoadKeys } from './issuer-key-cache.ts';

const maxAgeMs = { min: 60_000, default: 3600_000, max: 24 * 3600_000 };

/** Fetches the keys of an issuer of the operator's list: OpenID Connect Discovery 1.0 §4, then the keys that it names. */
export function fetchedKeys(issuer: string, fetch: GuardedFetch): LoadKeys {
  const { origin } = new URL(issuer);
  // §4.1: a terminating slash is removed.
  const discoveryUrl = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  return async () => {
    const discovery = await fetchJson(fetch, { url: discoveryUrl, isConfigured: true }, 'the discovery document');
    // §4.3: otherwise somebody else could speak in the name of this issuer.
    if (discovery.json['issuer'] !== issuer)
      throw invalidOidcToken('the discovery document of its issuer names another issuer');
    const url = readKeysUrl(discovery.json['jwks_uri'], origin);
    // The operator named the issuer, and no other host: another one must be on the public Internet.
    const keys = await fetchJson(fetch, { url: url.href, isConfigured: url.origin === origin }, 'the key set');
    return {
      keys: readIssuerKeys(keys.json, (problem) => invalidOidcToken(`the key set of its issuer ${problem}`)),
      maxAgeMs: maxAgeOf(keys.headers),
    };
  };
}

function readKeysUrl(text: unknown, origin: string): URL {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  const hasCredentials = url?.username !== '' || url.password !== '';
  if (hasCredentials || (url.protocol !== 'https:' && url.origin !== origin))
    throw invalidOidcToken('the discovery document of its issuer has no usable jwks_uri');
  return url;
}

/** @param what The name of the answer in errors, which say nothing about where it came from. */
async function fetchJson(
  fetch: GuardedFetch,
  request: { readonly url: string; readonly isConfigured: boolean },
  what: string,
) {
  const headers = { accept: 'application/json' };
  const {
    status,
    text,
    headers: answered,
  } = await fetch({ ...request, method: 'GET', headers }).catch((error) => {
    if (!(error instanceof OutboundError)) throw error;
    throw invalidOidcToken(`${what} of its issuer cannot be fetched: ${error.sentence}`);
  });
  if (status !== 200) throw invalidOidcToken(`${what} of its issuer cannot be fetched: the status is ${status}`);
  const refusal = (problem: string) => invalidOidcToken(`${what} of its issuer ${problem}`);
  return { headers: answered, json: readStrictJson(Buffer.from(text), refusal) };
}

/** RFC 9111 §5.2.2.1, within limits: an issuer can neither be asked all the time nor keep its old keys for long. */
function maxAgeOf({ 'cache-control': text = '' }: HttpAnswer['headers']): number {
  const { min, default: defaultMs, max } = maxAgeMs;
  const [, seconds] = /(?:^|[\s,])max-age="?(\d{1,10})/i.exec(text) ?? [];
  return seconds === undefined ? defaultMs : Math.min(Math.max(Number(seconds) * 1000, min), max);
}
