/** What an attester vouches for: that the holder of this key was started from this manifest. */
interface AttestedBoot {
  /** SHA-256 of the manifest, in hex. */
  readonly manifestDigest: string;
  /** The ephemeral public key of the process, in hex. */
  readonly publicKey: string;
}

/** Hardware, or a service that knows the hardware, which documents what runs on it. */
export interface Attester {
  /** Resolves to the attestation document. Its format is that of the attester. */
  readonly attest: (boot: AttestedBoot) => Promise<Uint8Array>;
}
