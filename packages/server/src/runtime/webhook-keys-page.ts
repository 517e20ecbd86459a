import type { WebhookSigner } from '../core/ports/webhook-settings.ts';
import { jsonAnswer } from './http/answers.ts';
import type { Page } from './http/pages.ts';

/** The page with the public keys that verify webhooks. */
export function webhookKeysPage({ jwk }: WebhookSigner): readonly [string, Page] {
  const answer = jsonAnswer(200, { keys: [jwk] }, { 'Cache-Control': 'public, max-age=3600' });
  return ['/public/v1/discovery/webhooks/jwks', { name: 'webhook_jwks', answer: () => answer }];
}
