import { sign } from 'node:crypto';
import type { Signer } from '@mintmark/stamper/bundles';
import type { Sql } from '../../storage/store/database.ts';
import { p256KeyObject } from './p256-key-object.ts';
import { SecretsError } from './secrets-error.ts';
import { type Keeper, readServiceKey, type ServicePublicKeys } from './service-keys.ts';

/** Opens a key of the service to sign with it, for as long as the service runs. */
export async function openServiceSigner(
  sql: Sql,
  keeper: Keeper,
  purpose: Exclude<keyof ServicePublicKeys, 'clientSecret'>,
): Promise<Signer> {
  const stored = await readServiceKey(sql, keeper, purpose);
  if (!stored) throw new SecretsError('SERVICE_KEY_CHANGED', `the service key ${purpose} was removed`);
  const key = p256KeyObject(stored.privateKey);
  stored.privateKey.fill(0);
  return {
    publicKey: stored.publicKey,
    sign: async (message) => sign('sha256', message, { key, dsaEncoding: 'ieee-p1363' }),
  };
}
