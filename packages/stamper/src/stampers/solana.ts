import { native } from '#native';
import { decodeBase58 } from '../encoding/base58.ts';
import { requireBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { stampSchemes } from '../protocol.ts';
import { bodyBytes, type Stamper } from '../stamp.ts';
import { StamperError } from '../stamper-error.ts';
import { apiKeyStamp } from './api-key-stamp.ts';
import { askWallet } from './ask-wallet.ts';

export interface SolanaWallet {
  /** The address of the account in base58. */
  readonly address: string;
  /** Signs exactly these bytes with ed25519: returns the 64 bytes of the signature, alone or as a member. */
  readonly signMessage: (message: Uint8Array) => Promise<Uint8Array | { readonly signature: Uint8Array }>;
}

/**
 * Stamps with a Solana wallet, which shows the request body to its user as a message to sign. If the runtime has ed25519, a
 * signature by another account or over another message is refused immediately; otherwise the server refuses it.
 *
 * @example
 * const stamper = createSolanaStamper({ address: wallet.publicKey.toBase58(), signMessage: (m) => wallet.signMessage(m) });
 */
export function createSolanaStamper({ address, signMessage }: SolanaWallet): Stamper {
  const publicKey = decodeBase58(address, 'address');
  if (publicKey.length !== 32) throw new StamperError('MALFORMED', 'address', 'is not 32 bytes long');
  return {
    async stamp(body) {
      const message = Uint8Array.from(bodyBytes(body));
      // Wallets get a copy, so that they cannot change the bytes that are verified below.
      const answer = await askWallet(() => signMessage(Uint8Array.from(message)));
      const signature = requireBytes(isNamed(answer) ? answer.signature : answer, 'signature');
      if (signature.length !== 64) throw new StamperError('MALFORMED', 'signature', 'is not 64 bytes long');
      if (!(await isSignedBy(publicKey, message, signature))) {
        throw new StamperError('KEY_MISMATCH', 'signature', 'was not made by this account over the body');
      }
      return apiKeyStamp(encodeHex(publicKey), stampSchemes.ed25519, signature);
    },
  };
}

/** Whether the signature is valid, or the runtime cannot verify it. */
async function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const verify = await native.ed25519.importVerifier(publicKey);
  return verify ? verify(message, signature) : true;
}

function isNamed(
  answer: Uint8Array | { readonly signature: Uint8Array },
): answer is { readonly signature: Uint8Array } {
  return typeof answer === 'object' && answer !== null && 'signature' in answer;
}
