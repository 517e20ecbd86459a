import { createHash } from 'node:crypto';
import { parsePublicKey } from '@mintmark/stamper';
import type { OidcIdentity } from '../../../core/model/oidc-identity.ts';
import { invalidOidcToken } from './invalid-oidc-token.ts';

/**
 * The nonce that binds a token to a P-256 client key: lower-case hex SHA-256 of the key's compressed lower-case hex text, not of
 * its bytes. Any spelling of the key gives the same nonce.
 */
export const nonceOf = (publicKey: string): string =>
  createHash('sha256').update(parsePublicKey('p256', publicKey).hex).digest('hex');

/** Refuses a token that was made for another key: who only saw the token could use it otherwise. */
export function requireNonce({ nonce }: Pick<OidcIdentity, 'nonce'>, publicKey: string): void {
  if (nonce === undefined) throw invalidOidcToken('it has no nonce');
  if (nonce !== nonceOf(publicKey)) throw invalidOidcToken('its nonce is not the SHA-256 of the public key');
}
