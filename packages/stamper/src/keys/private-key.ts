import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { encodeHex } from '../encoding/hex.ts';
import { StamperError } from '../stamper-error.ts';
import type { Curve } from './curve.ts';
import type { ApiKey } from './p256-signer.ts';
import { type PublicKey, parsePublicKey } from './public-key.ts';

const libraries = { p256, secp256k1, ed25519 };

/** A private key with its public key. Printing it, or turning it into JSON, shows the public key only. */
export class PrivateKey {
  readonly curve: Curve;
  readonly publicKey: PublicKey;
  readonly #bytes: Uint8Array;

  /** Takes a copy of the 32 bytes: the scalar, big-endian, or the seed of an ed25519 key. */
  constructor(curve: Curve, bytes: Uint8Array, part = 'privateKey') {
    if (bytes.length !== 32) throw new StamperError('MALFORMED', part, 'is not 32 bytes long');
    if (!libraries[curve].utils.isValidSecretKey(bytes)) {
      throw new StamperError('INVALID_KEY', part, `is not a private key of ${curve}`);
    }
    this.curve = curve;
    this.#bytes = Uint8Array.from(bytes);
    this.publicKey = parsePublicKey(curve, encodeHex(libraries[curve].getPublicKey(this.#bytes)));
  }

  /** Makes a new key from the runtime's secure randomness. */
  static generate(curve: Curve): PrivateKey {
    return new PrivateKey(curve, libraries[curve].utils.randomSecretKey());
  }

  /** A copy of the secret bytes, for whoever wipes it after use. */
  bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }

  /** The pair as hex, as stampers and the contract want it. */
  toApiKey(): ApiKey {
    return { publicKey: this.publicKey.hex, privateKey: encodeHex(this.#bytes) };
  }

  toJSON(): { readonly curve: Curve; readonly publicKey: string } {
    return { curve: this.curve, publicKey: this.publicKey.hex };
  }
}
