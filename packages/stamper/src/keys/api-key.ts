/** A key pair as hex: 32 bytes of private key, and the public key. */
export interface ApiKey {
  readonly publicKey: string;
  readonly privateKey: string;
}
