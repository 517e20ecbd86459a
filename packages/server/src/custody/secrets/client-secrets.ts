import { openClientSecret, p256Keys } from '@mintmark/stamper/bundles';
import type { Database } from '../../storage/store/database.ts';
import { SecretsError } from './secrets-error.ts';
import { type Keeper, readServiceKey } from './service-keys.ts';

/** Opens the client secrets of OAuth 2.0 applications. */
export interface ClientSecrets {
  /** Opens one. Throws a StamperError if it was not sealed to the service. */
  open(encryptedClientSecret: string): Promise<string>;
}

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
