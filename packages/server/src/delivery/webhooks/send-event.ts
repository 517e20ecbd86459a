import type { HttpAnswer } from '../../core/ports/guarded-fetch.ts';
import type { Services } from '../../core/ports/services.ts';

/** A message for one endpoint. */
export interface WebhookMessage {
  readonly url: string;
  /** The same for every attempt. */
  readonly id: string;
  readonly body: string;
  /** The organization that has the endpoint: each has its own places at the host of the URL. */
  readonly party: string;
}

/** How long a receiver may take to answer. */
const timeoutMs = 10_000;
/** How much of an answer is read. Nothing in it matters but the status. */
const maxBytes = 64 * 1024;

/** Sends a message once, signed with the current time. */
export function sendEvent(
  { fetch, webhooks, clock }: Pick<Services, 'fetch' | 'webhooks' | 'clock'>,
  { url, id, body, party }: WebhookMessage,
  signal?: AbortSignal,
): Promise<HttpAnswer> {
  const { signer, allowsPrivate } = webhooks;
  const timestamp = String(Math.floor(clock().getTime() / 1000));
  // Standard Webhooks 1.0.0, "Signature scheme".
  const signature = signer.sign(Buffer.from(`${id}.${timestamp}.${body}`));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Mintmark-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1a,${Buffer.from(signature).toString('base64')}`,
  };
  return fetch({ url, method: 'POST', headers, body, party, isConfigured: allowsPrivate, signal, maxBytes, timeoutMs });
}
