import { generatePrivateKey } from '@mintmark/stamper';
import { createP256Signer } from '@mintmark/stamper/bundles';
import { startOidcIssuer, type TestOidcIssuer, type TestOidcIssuerOptions } from '@mintmark/testing/oidc-issuer';
import type { GuardedFetch } from '../src/core/ports/guarded-fetch.ts';
import type { OidcVerifier } from '../src/core/ports/oidc-verifier.ts';
import { buildTokenKeys } from '../src/custody/secrets/token-keys.ts';
import { createGuardedFetch } from '../src/delivery/adapters/guarded-fetch.ts';
import { createOauth2Exchange, type Oauth2Configuration } from '../src/delivery/adapters/oauth2/oauth2-exchange.ts';
import { createOidcVerifier, type OidcVerifierOptions } from '../src/delivery/adapters/oidc/oidc-verifier.ts';
import { type Service, startService } from './service.ts';

export interface SignInOptions {
  readonly provider?: TestOidcIssuerOptions;
  /** More issuers to accept. */
  readonly issuers?: OidcVerifierOptions['issuers'];
  /** Whether an issuer is accepted, if that is not the list's decision. */
  readonly allows?: OidcVerifier['allows'];
  /** Called with `passTime` after each verification of a token, before the activity is committed. */
  readonly onVerified?: (passTime: SignInService['passTime']) => void;
  /** The OAuth 2.0 providers, given the URL of the OpenID provider, which is one of them. */
  readonly oauth2?: (url: string) => Oauth2Configuration;
}

/** A service that accepts the tokens of a real OpenID provider, and those that it issues itself. */
export interface SignInService extends Service {
  readonly provider: TestOidcIssuer;
  /** A token of the provider for these claims; by default for a person of the first client, valid for an hour. */
  readonly sign: (claims?: Record<string, unknown>) => Promise<string>;
  /** Sets the clock of the service forward. */
  readonly passTime: (ms: number) => void;
}

const newSigner = () => createP256Signer(generatePrivateKey('p256').toApiKey());
const guardedFetch = createGuardedFetch();
/** A provider that does not answer must not hold up the tests. */
const impatientFetch: GuardedFetch = (request) => guardedFetch({ ...request, timeoutMs: 1000 });

/** An audience that the operator has not named. */
export const unlistedAudience = 'another app';

let people = 0;

/** The claims of a person who has no account anywhere yet. */
export const newPerson = (): { sub: string } => ({ sub: `person ${++people}` });

export async function startSignInService(options: SignInOptions = {}): Promise<SignInService> {
  const provider = await startOidcIssuer(options.provider);
  let passedMs = 0;
  const clock = () => new Date(Date.now() + passedMs);
  const tokenKeys = await buildTokenKeys({ notarizer: newSigner(), otp: newSigner() });
  const configuration = options.oauth2?.(provider.issuer);
  const own = configuration && { issuer: configuration.issuer, keys: tokenKeys.notarizer.trusted };
  const issuers = [{ issuer: provider.issuer }, ...(options.issuers ?? [])];
  const verifier = createOidcVerifier({ issuers, fetch: impatientFetch, clock, own });
  const passTime = (ms: number) => {
    passedMs += ms;
  };
  const oidc: OidcVerifier = {
    allows: options.allows ?? verifier.allows,
    listsAudience: (_, audience) => audience !== unlistedAudience,
    async verify(token, given) {
      const identity = await verifier.verify(token, given);
      options.onVerified?.(passTime);
      return identity;
    },
  };
  const oauth2 = createOauth2Exchange(configuration, impatientFetch);
  const service = await startService({ clock, tokenKeys, oidc, oauth2 });
  return {
    ...service,
    provider,
    sign(claims = {}) {
      const now = Math.floor(clock().getTime() / 1000);
      const usual = { iss: provider.issuer, aud: provider.clientId, iat: now, exp: now + 3600 };
      return provider.signToken({ ...usual, ...newPerson(), ...claims });
    },
    passTime,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await provider.close();
    },
  };
}
