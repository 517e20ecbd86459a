import { generatePrivateKey } from '@mintmark/stamper';
import type { Authenticated, RowMacs } from '../../core/authority/row-macs.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { Sql, TransactionSql } from '../../storage/store/database.ts';
import { SecretsError } from './secrets-error.ts';
import { serviceKeysTable } from './service-keys-table.ts';
import type { Vault } from './vault.ts';

/**
 * The purposes of the service's own keys: to sign the bundles of exports and imports, to sign sessions, to sign the bundles and
 * tokens of one-time passcodes, and to open the client secrets of OAuth.
 */
const clientPurposes = ['signer', 'notarizer', 'otp', 'clientSecret'] as const;

/** Clients do not know the key that signs the heads of the audit. */
export const serviceKeyPurposes = [...clientPurposes, 'audit'] as const;

/**
 * Keys that are made by the first start of a version that has them. Nobody pins them: receivers read the key of webhooks from the
 * published set.
 */
export const laterKeyPurposes = ['webhook'] as const;

type ServiceKeyPurpose = (typeof serviceKeyPurposes)[number] | (typeof laterKeyPurposes)[number];

/** Uncompressed P-256 points in hex, as clients pin them. */
export type ServicePublicKeys = Readonly<Record<(typeof clientPurposes)[number], string>>;

type ServiceKeyRow = Authenticated<RowOf<typeof serviceKeysTable>>;

/** What reads the service's keys. */
export interface KeyReader {
  readonly vault: Pick<Vault, 'open'>;
  readonly macs: RowMacs;
  readonly instanceId: string;
}

export interface Keeper extends KeyReader {
  readonly vault: Vault;
}

/** Creates the service's keys, and returns the public keys that clients pin. */
export async function makeServiceKeys(sql: TransactionSql, keeper: Keeper, now: Date): Promise<ServicePublicKeys> {
  const publicKeys: Partial<Record<ServiceKeyPurpose, string>> = {};
  for (const purpose of serviceKeyPurposes) publicKeys[purpose] = await makeServiceKey(sql, keeper, purpose, now);
  return pinned(publicKeys);
}

/** Creates a key of the service, and returns its public key. */
export async function makeServiceKey(
  sql: TransactionSql,
  { vault, macs, instanceId }: Keeper,
  purpose: ServiceKeyPurpose,
  now: Date,
): Promise<string> {
  const key = generatePrivateKey(purpose === 'webhook' ? 'ed25519' : 'p256');
  const publicKey = Buffer.from(key.publicKey.uncompressed).toString('hex');
  const bytes = key.bytes();
  const privateKey = await vault.seal(sql, placeOf(instanceId, purpose), bytes);
  bytes.fill(0);
  const row = { tenantId: instanceId, purpose, publicKey, privateKey, createdAt: now };
  await sql`insert into service_keys ${sql({ ...row, mac: macs.macOf(serviceKeysTable, row) })}`;
  return publicKey;
}

/** Reads the public keys that clients pin, and fails if one of the service's keys is missing. */
export async function requireServiceKeys(sql: Sql, keeper: Keeper): Promise<ServicePublicKeys> {
  const publicKeys: Partial<Record<ServiceKeyPurpose, string>> = {};
  for (const purpose of serviceKeyPurposes) {
    const key = await readServiceKey(sql, keeper, purpose);
    if (!key) throw new SecretsError('SERVICE_KEY_CHANGED', `the service key ${purpose} was removed`);
    key.privateKey.fill(0);
    publicKeys[purpose] = key.publicKey;
  }
  return pinned(publicKeys);
}

function pinned(publicKeys: Partial<Record<ServiceKeyPurpose, string>>): ServicePublicKeys {
  const { audit: _, ...pinned } = publicKeys as Record<ServiceKeyPurpose, string>;
  return pinned;
}

/** Reads a key of the service, if it exists. The caller must overwrite the private key after use. */
export async function readServiceKey(
  sql: Sql,
  { vault, macs, instanceId }: KeyReader,
  purpose: ServiceKeyPurpose,
): Promise<{ readonly publicKey: string; readonly privateKey: Buffer } | undefined> {
  const [row] = await sql<ServiceKeyRow[]>`
    select * from service_keys where tenant_id = ${instanceId} and purpose = ${purpose}`;
  if (!row) return undefined;
  if (!macs.isGenuine(serviceKeysTable, row))
    throw new SecretsError('SERVICE_KEY_CHANGED', `the service key ${purpose} was not written by this service`);
  return { publicKey: row.publicKey, privateKey: await vault.open(sql, placeOf(instanceId, purpose), row.privateKey) };
}

const placeOf = (instanceId: string, purpose: ServiceKeyPurpose) => ({
  tenantId: instanceId,
  table: 'service_keys',
  row: purpose,
  column: 'private_key',
});
