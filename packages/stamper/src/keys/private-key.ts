import { encodeHex } from '../encoding/hex.ts';
import type { ApiKey } from './api-key.ts';
import type { Curve } from './curve.ts';
import type { PublicKey } from './public-key.ts';

/** A private key with its public key. Printing or serializing it shows only the public key. */
export class PrivateKey {
  readonly curve: Curve;
  readonly publicKey: PublicKey;
  readonly #bytes: Uint8Array;

  /** For {@link CurveKeys}, which checks the bytes and knows their public key. */
  constructor(bytes: Uint8Array, publicKey: PublicKey) {
    this.curve = publicKey.curve;
    this.publicKey = publicKey;
    this.#bytes = Uint8Array.from(bytes);
  }

  /** A copy of the 32 secret bytes: the scalar, big-endian, or the seed of an ed25519 key. */
  bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }

  /** The pair as hex, as stampers and the contract expect it. */
  toApiKey(): ApiKey {
    return { publicKey: this.publicKey.hex, privateKey: encodeHex(this.#bytes) };
  }

  toJSON(): { readonly curve: Curve; readonly publicKey: string } {
    return { curve: this.curve, publicKey: this.publicKey.hex };
  }
}
