import { generateKeyPairSync, sign } from 'node:crypto';
import type { WebhookSigner } from '../src/custody/secrets/webhook-signer.ts';

/** A new key for webhooks. */
export function newWebhookSigner(): WebhookSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    jwk: { kty: 'OKP', crv: 'Ed25519', x, kid: 'webhook-test', alg: 'EdDSA', use: 'sig' },
    sign: (message) => sign(null, message, privateKey),
  };
}
