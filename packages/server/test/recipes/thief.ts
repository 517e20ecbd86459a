import { createP256Stamper, generatePrivateKey, type PrivateKey } from '@mintmark/stamper';
import { nonceOf } from '../../src/delivery/adapters/oidc/nonce.ts';
import { newPasskey } from '../passkey.ts';
import { type Actor, newKey } from '../service.ts';
import { newTestToken } from '../test-issuer.ts';

let count = 0;

export type CredentialKind = 'key' | 'passkey';

interface Credential {
  readonly kind: CredentialKind;
  readonly stamper: Actor['stamper'];
}

/** Whoever attacks an organization, with what is its own: keys, passkeys, contacts and identities. */
export class Thief {
  /** By the public key of an API key or the id of a passkey. */
  readonly #credentials = new Map<string, Credential>();
  /** What exports and sessions are sealed to. */
  readonly target: PrivateKey = generatePrivateKey('p256');

  readonly newName = (): string => `Thief ${++count}`;

  readonly newEmail = (): string => `${++count}@thief.example`;

  readonly newPhoneNumber = (): string => `+1415${String(++count).padStart(7, '0')}`;

  readonly newPublicKey = (): string => {
    const { publicKey, stamper } = newKey();
    this.#credentials.set(publicKey, { kind: 'key', stamper });
    return publicKey;
  };

  readonly newPasskey = (): object => {
    const { authenticator, stamper } = newPasskey(this.newName());
    this.#credentials.set(authenticator.attestation.credentialId, { kind: 'passkey', stamper });
    return authenticator;
  };

  /** A token of an identity provider, by default for a new person. With a session key it is one to log in with. */
  readonly newIdentityToken = (sub = `thief ${++count}`, publicKey?: string): string =>
    newTestToken({ sub, ...(publicKey !== undefined && { nonce: nonceOf(publicKey) }) });

  /** Takes a key that the service made for it. */
  keep(key: PrivateKey): void {
    const stamper = createP256Stamper(key.toApiKey());
    this.#credentials.set(key.publicKey.hex, { kind: 'key', stamper });
  }

  /** Its credential that a user has, if it is one of its own. */
  readonly credential = (known: string): Credential | undefined => this.#credentials.get(known);
}

export const isOfThief = {
  email: (email: string | null): email is string => email?.endsWith('@thief.example') ?? false,
  identity: (subject: string): boolean => subject.startsWith('thief '),
};
