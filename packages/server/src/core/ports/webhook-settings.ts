import type { WebhookSigner } from '../../custody/secrets/webhook-signer.ts';

/** How events are sent to webhook endpoints. */
export interface WebhookSettings {
  readonly signer: WebhookSigner;
  /** Whether endpoints may be on this machine or in a private network: for development. */
  readonly allowsPrivate: boolean;
}
