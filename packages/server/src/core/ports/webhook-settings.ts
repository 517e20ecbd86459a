/** The published form of the key that signs webhooks (RFC 8037). */
interface WebhookJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
}

/** Signs the events that are sent to webhook endpoints. */
export interface WebhookSigner {
  readonly jwk: WebhookJwk;
  /** The ed25519 signature of a message. */
  sign(message: Uint8Array): Uint8Array;
}

/** How events are sent to webhook endpoints. */
export interface WebhookSettings {
  readonly signer: WebhookSigner;
  /** Whether endpoints may be on this machine or in a private network: for development. */
  readonly allowsPrivate: boolean;
}
