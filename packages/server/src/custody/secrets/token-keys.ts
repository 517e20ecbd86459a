import { hash } from 'node:crypto';
import { buildJwks, importJwks, type Signer } from '@mintmark/stamper/tokens';
import type { TokenKey, TokenKeys } from '../../core/ports/token-keys.ts';

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
