import { createHash, createPublicKey, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { type Address, createNoopSigner, getAddressDecoder, type NoopSigner } from '@solana/kit';

/** A key for tests. */
export interface SolanaKeypair {
  readonly publicKey: Uint8Array;
  readonly address: Address;
  /** Stands for the key where a library asks for somebody who signs, and signs nothing. */
  readonly signer: NoopSigner;
  readonly sign: (message: Uint8Array) => { readonly bytes: Uint8Array; readonly parity: 0 };
}

/** Returns the key of a name, always the same one. */
export function solanaKeypair(name: string): SolanaKeypair {
  const secret = createHash('sha256').update(name).digest();
  const publicKey = ed25519.getPublicKey(secret);
  const address = getAddressDecoder().decode(publicKey);
  return {
    publicKey,
    address,
    signer: createNoopSigner(address),
    sign: (message) => ({ bytes: ed25519.sign(message, secret), parity: 0 }),
  };
}

/** What stands before the 32 bytes of an ed25519 key in a public key (RFC 8410, section 4). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** Verifies a signature with OpenSSL. */
export const isSignatureOf = ({ publicKey }: SolanaKeypair, message: Uint8Array, signature: Uint8Array): boolean =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: 'der', type: 'spki' }),
    signature,
  );
