import { createPrivateKey, hash, sign } from 'node:crypto';
import type { WebhookSigner } from '../../core/ports/webhook-settings.ts';
import type { Sql, TransactionSql } from '../../storage/store/database.ts';
import { SecretsError } from './secrets-error.ts';
import { type Keeper, makeServiceKey, readServiceKey } from './service-keys.ts';

/** Opens the key that signs webhooks, and makes it if this database does not have one yet. */
export async function provideWebhookSigner(sql: TransactionSql, keeper: Keeper, now: Date): Promise<WebhookSigner> {
  const existing = await findWebhookSigner(sql, keeper);
  if (existing) return existing;
  await makeServiceKey(sql, keeper, 'webhook', now);
  return await requireWebhookSigner(sql, keeper);
}

/** The same for a command, which makes no keys. */
export async function requireWebhookSigner(sql: Sql, keeper: Keeper): Promise<WebhookSigner> {
  const signer = await findWebhookSigner(sql, keeper);
  if (!signer) throw new SecretsError('SERVICE_KEY_CHANGED', 'the service has no webhook key yet: start it once');
  return signer;
}

async function findWebhookSigner(sql: Sql, keeper: Keeper): Promise<WebhookSigner | undefined> {
  const stored = await readServiceKey(sql, keeper, 'webhook');
  if (!stored) return undefined;
  const der = Buffer.concat([pkcs8Head, stored.privateKey]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  stored.privateKey.fill(0);
  der.fill(0);
  const kid = `webhook-${hash('sha256', stored.publicKey).slice(0, 16)}`;
  const x = Buffer.from(stored.publicKey, 'hex').toString('base64url');
  return {
    jwk: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' },
    sign: (message) => sign(null, message, key),
  };
}

/** RFC 8410: everything of the PKCS#8 encoding that stands before the 32 bytes of the secret. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');
