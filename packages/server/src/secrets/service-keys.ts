import { generatePrivateKey } from '@mintmark/stamper';
import type { TransactionSql } from '../store/database.ts';
import type { Vault } from './vault.ts';

/**
 * What the service has keys of its own for: to sign the bundles of exports and imports, to sign sessions, to sign the bundles
 * and tokens of one-time passcodes, and to open the client secrets of OAuth.
 */
const purposes = ['signer', 'notarizer', 'otp', 'clientSecret'] as const;

type ServiceKeyPurpose = (typeof purposes)[number];

/** Uncompressed P-256 points in hex, as clients pin them. */
export type ServicePublicKeys = Readonly<Record<ServiceKeyPurpose, string>>;

/** Makes the service's keys that are not there, and returns the public keys of all. Those that are there have to open. */
export async function provideServiceKeys(
  sql: TransactionSql,
  vault: Vault,
  instanceId: string,
  now: Date,
): Promise<ServicePublicKeys> {
  const publicKeys: Partial<Record<ServiceKeyPurpose, string>> = {};
  for (const purpose of purposes) {
    const place = { tenantId: instanceId, table: 'service_keys', row: purpose, column: 'private_key' };
    const [existing] = await sql<{ publicKey: string; privateKey: Uint8Array }[]>`
      select public_key, private_key from service_keys where tenant_id = ${instanceId} and purpose = ${purpose}`;
    if (existing) {
      (await vault.open(sql, place, existing.privateKey)).fill(0);
      publicKeys[purpose] = existing.publicKey;
      continue;
    }
    const key = generatePrivateKey('p256');
    const publicKey = Buffer.from(key.publicKey.uncompressed).toString('hex');
    const bytes = key.bytes();
    const privateKey = await vault.seal(sql, place, bytes);
    bytes.fill(0);
    await sql`insert into service_keys ${sql({ tenantId: instanceId, purpose, publicKey, privateKey, createdAt: now })}`;
    publicKeys[purpose] = publicKey;
  }
  return publicKeys as ServicePublicKeys;
}
