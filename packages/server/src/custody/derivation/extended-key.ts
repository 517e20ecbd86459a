/** A secret with its chain code, from which its children are derived (BIP-32). Dispose of it to wipe it. */
export class ExtendedKey implements Disposable {
  readonly secret: Uint8Array;
  readonly chainCode: Uint8Array;
  readonly #publicKeyOf: (secret: Uint8Array) => Uint8Array;
  #publicKey: Uint8Array | undefined;

  constructor(secret: Uint8Array, chainCode: Uint8Array, publicKeyOf: (secret: Uint8Array) => Uint8Array) {
    this.secret = secret;
    this.chainCode = chainCode;
    this.#publicKeyOf = publicKeyOf;
  }

  /** Calculated once: each child that is not hardened needs that of its parent. */
  get publicKey(): Uint8Array {
    this.#publicKey ??= this.#publicKeyOf(this.secret);
    return this.#publicKey;
  }

  [Symbol.dispose](): void {
    this.secret.fill(0);
    this.chainCode.fill(0);
  }
}
