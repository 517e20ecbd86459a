import { generatePrivateKey } from '@mintmark/stamper';
import { sealClientSecret } from '@mintmark/stamper/bundles';
import { createP256Signer, signIdentityToken } from '@mintmark/stamper/tokens';
import type { SignIn } from '../targets/target.ts';

/** What people who sign in have in a story. */
export interface Identities {
  /** Whether the target accepts the issuer of the stories. Otherwise nothing below can be made. */
  readonly canSignIn: boolean;
  /** A token of the issuer for a person, bound to a public key. */
  newOidcToken(person: string, publicKey?: string): Promise<string>;
  /** A linked identity to create. Its name is the person. */
  newProvider(): Promise<{ readonly providerName: string; readonly oidcToken: string }>;
  /** A client at the OAuth 2.0 provider, with its sealed secret. */
  newOauth2Client(): Promise<{ readonly clientId: string }>;
  /** What an app has after a user has signed in at the OAuth 2.0 provider. */
  newCode(): Promise<{ readonly authCode: string; readonly codeVerifier: string }>;
}

const encode = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
const sha256 = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The nonce that binds a token to a public key. */
export const nonceOf = async (publicKey: string): Promise<string> => hex(await sha256(publicKey));

/**
 * Makes identities with the issuer and the provider of a target.
 *
 * @param newName Makes names that no other stage has.
 */
export function createIdentities(
  signIn: SignIn | undefined,
  clientSecretKey: string,
  newName: (word: string) => string,
): Identities {
  const required = (): SignIn => {
    if (!signIn) throw new Error('the target accepts no issuer of the stories');
    return signIn;
  };

  const newOidcToken: Identities['newOidcToken'] = async (
    person,
    publicKey = generatePrivateKey('p256').publicKey.hex,
  ) => {
    const { issuer, kid, key } = required();
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: 'stories', sub: person, iat: now, exp: now + 3600 };
    const nonce = await nonceOf(publicKey);
    return await signIdentityToken({ ...claims, nonce }, { kid, ...createP256Signer(key) });
  };
  return {
    canSignIn: signIn !== undefined,
    newOidcToken,
    async newProvider() {
      const providerName = newName('Person');
      return { providerName, oidcToken: await newOidcToken(providerName) };
    },
    async newOauth2Client() {
      const encryptedClientSecret = await sealClientSecret(required().clientSecret, clientSecretKey);
      return { provider: 'OAUTH2_PROVIDER_ALPHA', clientId: newName('Client'), encryptedClientSecret };
    },
    async newCode() {
      const codeVerifier = encode(crypto.getRandomValues(new Uint8Array(32)));
      const issued = { challenge: encode(await sha256(codeVerifier)), user: newName('User') };
      const authCode = encode(new TextEncoder().encode(JSON.stringify(issued)));
      return { authCode, redirectUri: 'https://app.example.com/signed-in', codeVerifier };
    },
  };
}
