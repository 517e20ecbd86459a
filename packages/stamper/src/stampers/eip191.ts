import { secp256k1 } from '@noble/curves/secp256k1.js';
import { eip191Digest } from '../eip191-digest.ts';
import { requireBytes } from '../encoding/bytes.ts';
import { encodeEcdsaDer } from '../encoding/ecdsa-der.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { decodeUtf8 } from '../encoding/utf8.ts';
import { secp256k1Keys } from '../keys/secp256k1-keys.ts';
import { stampSchemes } from '../protocol.ts';
import { bodyBytes, type Stamper } from '../stamp.ts';
import { StamperError } from '../stamper-error.ts';
import { apiKeyStamp } from './api-key-stamp.ts';
import { askWallet } from './ask-wallet.ts';

export interface Eip191Wallet {
  /** Signs a text as `personal_sign` does: returns r, s and the recovery byte as hex (with or without 0x) or bytes. */
  readonly signMessage: (message: string) => Promise<string | Uint8Array>;
  /** The registered public key, as hex. Without it, each stamp names the key recovered from its signature. */
  readonly publicKey?: string;
}

/**
 * Stamps with an EVM wallet, which shows the request body to its user as a message to sign.
 *
 * @example
 * const stamper = createEip191Stamper({ signMessage: (message) => walletClient.signMessage({ account, message }) });
 */
export function createEip191Stamper({ signMessage, publicKey }: Eip191Wallet): Stamper {
  const expected = publicKey === undefined ? undefined : secp256k1Keys.parsePublicKey(publicKey);
  return {
    async stamp(body) {
      const message = Uint8Array.from(bodyBytes(body));
      const text = decodeUtf8(message, 'body');
      const { compact, recovery } = splitSignature(await askWallet(() => signMessage(text)));
      const signer = recoverPublicKey(message, compact, recovery);
      if (expected && signer !== expected.hex) {
        throw new StamperError('KEY_MISMATCH', 'signature', 'was made by an account other than publicKey');
      }
      return apiKeyStamp(signer, stampSchemes.eip191, encodeEcdsaDer(compact));
    },
  };
}

function splitSignature(signature: string | Uint8Array): { compact: Uint8Array; recovery: number } {
  const bytes =
    typeof signature === 'string'
      ? decodeHex(signature.replace(/^0x/, ''), 'signature')
      : requireBytes(signature, 'signature');
  if (bytes.length !== 65) {
    throw new StamperError('MALFORMED', 'signature', 'is not 65 bytes long: a contract wallet cannot stamp');
  }
  const v = bytes[64] ?? 0;
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery > 1) throw new StamperError('MALFORMED', 'signature', 'has an unknown recovery byte');
  return { compact: bytes.subarray(0, 64), recovery };
}

function recoverPublicKey(message: Uint8Array, compact: Uint8Array, recovery: number): string {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery);
    return encodeHex(signature.recoverPublicKey(eip191Digest(message)).toBytes(true));
  } catch {
    throw new StamperError('SIGNATURE_INVALID', 'signature', 'does not belong to any public key');
  }
}
