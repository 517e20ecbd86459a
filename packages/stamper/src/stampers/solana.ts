import { decodeBase58 } from '../encoding/base58.ts';
import { encodeHex } from '../encoding/hex.ts';
import { parsePublicKey } from '../keys/public-key.ts';
import { softwareEd25519 } from '../keys/software.ts';
import { stampSchemes } from '../protocol.ts';
import { bodyBytes, type Stamper } from '../stamp.ts';
import { StamperError } from '../stamper-error.ts';
import { apiKeyStamp } from './api-key-stamp.ts';
import { askWallet } from './ask-wallet.ts';

export interface SolanaWallet {
  /** The address of the account in base58. */
  readonly address: string;
  /** Signs exactly these bytes with ed25519: answers the 64 bytes of the signature, alone or as a member. */
  readonly signMessage: (message: Uint8Array) => Promise<Uint8Array | { readonly signature: Uint8Array }>;
}

/**
 * Stamps with a Solana wallet, which shows the request body to its user as a message to sign.
 *
 * @example
 * const stamper = createSolanaStamper({ address: wallet.publicKey.toBase58(), signMessage: wallet.signMessage });
 */
export function createSolanaStamper({ address, signMessage }: SolanaWallet): Stamper {
  const publicKey = parsePublicKey('ed25519', encodeHex(decodeBase58(address, 'address')), 'address');
  return {
    async stamp(body) {
      const message = bodyBytes(body);
      const answer = await askWallet(() => signMessage(message));
      const signature = answer instanceof Uint8Array ? answer : answer?.signature;
      if (!(signature instanceof Uint8Array) || signature.length !== 64) {
        throw new StamperError('MALFORMED', 'signature', 'is not 64 bytes long');
      }
      const verify = await softwareEd25519.importVerifier(publicKey.bytes);
      if (!(await verify(message, signature))) {
        throw new StamperError('KEY_MISMATCH', 'signature', 'was not made over the body by the account of the address');
      }
      return apiKeyStamp(publicKey.hex, stampSchemes.ed25519, signature);
    },
  };
}
