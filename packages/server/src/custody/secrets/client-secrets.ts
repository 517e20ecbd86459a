import { openClientSecret, p256Keys } from '@mintmark/stamper/bundles';
import type { ClientSecrets } from '../../core/ports/client-secrets.ts';
import type { Database } from '../../storage/store/database.ts';
import { SecretsError } from './secrets-error.ts';
import { type Keeper, readServiceKey } from './service-keys.ts';

/** The key is read for each secret: few are opened, and it need not stay in memory. */
export const createClientSecrets = (database: Database, keeper: Keeper): ClientSecrets => ({
  async open(encryptedClientSecret) {
    const stored = await database.query((sql) => readServiceKey(sql, keeper, 'clientSecret'));
    if (!stored) throw new SecretsError('SERVICE_KEY_CHANGED', 'the service key clientSecret was removed');
    try {
      return await openClientSecret(encryptedClientSecret, p256Keys.createPrivateKey(stored.privateKey));
    } finally {
      stored.privateKey.fill(0);
    }
  },
});
