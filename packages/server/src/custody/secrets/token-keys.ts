import { hash } from 'node:crypto';
import { buildJwks, importJwks, type Signer, type TokenSigner, type TrustedKeys } from '@mintmark/stamper/tokens';

/** A key that signs tokens of the service. */
interface TokenKey extends Signer, TokenSigner {
  /** Verifies the tokens of this key, and no others. */
  readonly trusted: TrustedKeys;
}

/** The keys that sign tokens. Each kind of token has its own key, so that none can be passed off as another. */
export interface TokenKeys {
  /** Signs sessions, and the identities of OAuth 2.0 users. */
  readonly notarizer: TokenKey;
  /** Signs the bundles and verification tokens of one-time passcodes. */
  readonly otp: TokenKey;
}

/** Gives each key the id that it is published under. */
export async function buildTokenKeys(signers: Readonly<Record<keyof TokenKeys, Signer>>): Promise<TokenKeys> {
  const named = async (purpose: keyof TokenKeys): Promise<TokenKey> => {
    const signer = signers[purpose];
    const kid = `${purpose}-${hash('sha256', signer.publicKey).slice(0, 16)}`;
    const { publicKey } = signer;
    return { ...signer, kid, trusted: await importJwks(buildJwks([{ publicKey, kid }])) };
  };
  return { notarizer: await named('notarizer'), otp: await named('otp') };
}

/** The set of public keys that anyone can verify tokens with (RFC 7517). */
export const publishedKeys = ({ notarizer, otp }: TokenKeys) => buildJwks([notarizer, otp]);
