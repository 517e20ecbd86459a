import { sign } from 'node:crypto';
import type { Signer } from '@mintmark/stamper/bundles';
import type { Sql } from '../store/database.ts';
import { p256KeyObject } from './p256-key-object.ts';
import { SecretsError } from './secrets-error.ts';
import { type Keeper, readServiceKey } from './service-keys.ts';

/** Opens the key that signs the bundles of exports and imports, for as long as the service runs. */
export async function openServiceSigner(sql: Sql, keeper: Keeper): Promise<Signer> {
  const stored = await readServiceKey(sql, keeper, 'signer');
  if (!stored) throw new SecretsError('SERVICE_KEY_CHANGED', 'the service key signer was removed');
  const key = p256KeyObject(stored.privateKey);
  stored.privateKey.fill(0);
  return {
    publicKey: stored.publicKey,
    sign: async (message) => sign('sha256', message, { key, dsaEncoding: 'ieee-p1363' }),
  };
}
