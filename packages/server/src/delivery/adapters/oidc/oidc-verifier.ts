import type { JsonObject } from '@mintmark/stamper/encoding';
import { type TrustedKeys, verifyIdentityToken } from '@mintmark/stamper/tokens';
import { JOSEError } from 'jose/errors';
import { compactVerify } from 'jose/jws/compact/verify';
import type { OidcIdentity } from '../../../core/model/oidc-identity.ts';
import type { GuardedFetch } from '../../../core/ports/guarded-fetch.ts';
import type { OidcVerifier } from '../../../core/ports/oidc-verifier.ts';
import { type Algorithm, isAlgorithm } from './algorithms.ts';
import { fetchedKeys } from './fetched-keys.ts';
import { invalidOidcToken } from './invalid-oidc-token.ts';
import type { IssuerKey } from './issuer-key.ts';
import { IssuerKeyCache } from './issuer-key-cache.ts';
import { keysOfFile } from './jwks-file.ts';
import { readIdentity } from './oidc-claims.ts';
import { readOidcToken } from './oidc-token.ts';

/** An identity provider that the operator accepts. */
interface OidcIssuer {
  readonly issuer: string;
  /** The accepted audiences; by default all. */
  readonly audiences?: readonly string[] | undefined;
  /** A file with the keys. Then nothing is fetched. */
  readonly jwksFile?: string | undefined;
}

export interface OidcVerifierOptions {
  readonly issuers: readonly OidcIssuer[];
  readonly fetch: GuardedFetch;
  readonly clock: () => Date;
  /** The tokens that this service issues itself. */
  readonly own?: { readonly issuer: string; readonly keys: TrustedKeys } | undefined;
}

/**
 * Creates the verifier of ID tokens. An issuer that is not on the list causes no call to the outside.
 *
 * @example
 * const identity = await oidc.verify(oidcToken, { signal });
 * requireNonce(identity, publicKey);
 */
export function createOidcVerifier({ issuers, fetch, clock, own }: OidcVerifierOptions): OidcVerifier {
  const now = () => clock().getTime();
  const accepted = new Map(
    issuers.map((entry) => {
      const load = entry.jwksFile === undefined ? fetchedKeys(entry.issuer, fetch) : keysOfFile(entry.jwksFile);
      return [entry.issuer, { ...entry, keys: new IssuerKeyCache(load, now) }];
    }),
  );

  return {
    allows: (issuer) => issuer === own?.issuer || accepted.has(issuer),
    listsAudience: (issuer, audience) =>
      issuer === own?.issuer || (accepted.get(issuer)?.audiences?.includes(audience) ?? false),
    async verify(token, { signal }) {
      const { compact, header, payload } = readOidcToken(token);
      const { iss } = payload;
      if (own && iss === own.issuer) return await verifyOwn(compact, own, now);
      const issuer = typeof iss === 'string' ? accepted.get(iss) : undefined;
      if (!issuer) {
        if (accepted.size === 0) throw invalidOidcToken('this server accepts no identity providers');
        throw invalidOidcToken('its issuer is not accepted by this server');
      }
      const { alg, kid } = readHeader(header);
      const key = selectKey(await issuer.keys.find(kid, signal), alg, kid);
      await verifySignature(compact, key, alg);
      // These are the bytes that the signature is for.
      return readIdentity(payload, issuer, now());
    },
  };
}

/** Keys in the header, or addresses of keys (`jwk`, `jku`, `x5u`), are never used. */
function readHeader({ alg, kid, typ, crit }: JsonObject): { readonly alg: Algorithm; readonly kid?: string } {
  if (!isAlgorithm(alg)) throw invalidOidcToken('its algorithm is not RS256, PS256, ES256 or EdDSA');
  if (crit !== undefined) throw invalidOidcToken('its header has extensions that are not supported');
  // Access tokens of the same issuer say `at+jwt` (RFC 9068 §2.1), logout tokens `logout+jwt`.
  if (typ !== undefined && (typeof typ !== 'string' || typ.toUpperCase() !== 'JWT'))
    throw invalidOidcToken('it is not an ID token');
  if (kid === undefined) return { alg };
  if (typeof kid !== 'string') throw invalidOidcToken('its key id is not text');
  return { alg, kid };
}

function selectKey(found: readonly IssuerKey[], alg: Algorithm, kid: string | undefined): IssuerKey {
  if (found.length === 0) throw invalidOidcToken('its issuer has no key with this key id');
  const [key, ...others] = found.filter(({ algorithms }) => algorithms.includes(alg));
  if (!key) throw invalidOidcToken(`the key of its issuer is not for ${alg}`);
  if (others.length > 0)
    throw invalidOidcToken(
      kid === undefined
        ? 'it has no key id, and its issuer has several keys for its algorithm'
        : 'its issuer has several such keys',
    );
  return key;
}

async function verifySignature(compact: string, { key }: IssuerKey, alg: Algorithm): Promise<void> {
  try {
    await compactVerify(compact, key, { algorithms: [alg] });
  } catch (error) {
    if (error instanceof JOSEError) throw invalidOidcToken('its signature does not verify');
    throw error;
  }
}

/** With the strict code for our own tokens, and without a call to the outside. */
async function verifyOwn(
  compact: string,
  own: { readonly issuer: string; readonly keys: TrustedKeys },
  now: () => number,
): Promise<OidcIdentity> {
  const verdict = await verifyIdentityToken(compact, own, { now });
  if (!verdict.ok) throw invalidOidcToken(verdict.error.message);
  const { iss, aud, sub, nonce, exp } = verdict.claims;
  return {
    issuer: iss,
    audience: aud,
    subject: sub,
    nonce,
    email: undefined,
    emailVerified: false,
    expiresAt: new Date(exp * 1000),
    isOwn: true,
  };
}
