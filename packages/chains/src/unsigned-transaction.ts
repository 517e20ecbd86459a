/** How a message is signed. The two of BIP-340 differ in the key: `bip341` signs with the key that BIP-341 tweaks, without scripts. */
export type SigningScheme = 'ecdsa' | 'bip340' | 'bip341' | 'ed25519';

/** What a key has to sign. */
export interface SigningRequest {
  readonly scheme: SigningScheme;
  /** The message itself for ed25519, otherwise a digest of 32 bytes. */
  readonly message: Uint8Array;
}

/** A signature: r and s, or the two halves of an ed25519 signature. */
export interface Signature {
  /** 64 bytes. */
  readonly bytes: Uint8Array;
  /** The parity of R for ECDSA, otherwise 0. */
  readonly parity: 0 | 1;
}

/** The key that is to sign a transaction. */
export interface TransactionSigner {
  /** The compressed point, or the 32 bytes of an ed25519 key. */
  readonly publicKey: Uint8Array;
}

/** A transaction that was read, and whose encoding is exactly the bytes that were read. */
export interface UnsignedTransaction<Content> {
  /** What the transaction does: what people are shown and policies decide on. */
  readonly content: Content;
  /** What the key has to sign, at least one message. */
  readonly requests: readonly SigningRequest[];
  /** Encodes the transaction with its signatures, which are in the order of the requests. */
  readonly sign: (signatures: readonly Signature[]) => Uint8Array;
}
