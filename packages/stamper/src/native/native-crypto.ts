/** Signs a message: r and s of ECDSA over its SHA-256, or the signature of ed25519; 64 bytes either way. */
export type Sign = (message: Uint8Array) => Promise<Uint8Array>;

/** Verifies a signature of a {@link Sign} of the same curve. RSA signatures are as long as the modulus. */
export type Verify = (message: Uint8Array, signature: Uint8Array) => Promise<boolean>;

/** The raw parts of a key pair; `publicKey` is the uncompressed point, or the 32 bytes of ed25519. */
export interface RawKeyPair {
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** The crypto of a runtime on one curve. An importer returns undefined if the runtime lacks the curve. */
export interface SigningCurve {
  readonly importSigner: (pair: RawKeyPair) => Promise<Sign | undefined>;
  readonly importVerifier: (publicKey: Uint8Array) => Promise<Verify | undefined>;
}

/**
 * The crypto of the runtime.
 *
 * Callers check points and ranges first, because runtimes differ on them.
 */
export interface NativeCrypto {
  readonly p256: SigningCurve;
  readonly ed25519: SigningCurve;
  readonly secp256k1: Pick<SigningCurve, 'importVerifier'>;
  /** RSASSA-PKCS1-v1_5 with SHA-256. */
  readonly rs256: {
    readonly importVerifier: (key: { readonly n: Uint8Array; readonly e: Uint8Array }) => Promise<Verify | undefined>;
  };
  readonly sha256: (message: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>;
}
