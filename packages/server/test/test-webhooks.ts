import { generateKeyPairSync, sign } from 'node:crypto';
import type { WebhookSigner } from '../src/core/ports/webhook-settings.ts';

/** A new key for webhooks. */
export function newWebhookSigner(): WebhookSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    jwk: { kty: 'OKP', crv: 'Ed25519', x, kid: 'webhook-test', alg: 'EdDSA', use: 'sig' },
    sign: (message) => sign(null, message, privateKey),
  };
}
