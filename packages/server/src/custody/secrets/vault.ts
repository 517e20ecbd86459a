import { createSecretKey, type KeyObject, randomFillSync } from 'node:crypto';
import type { Place, PlacedSecret, SealsSecrets } from '../../core/ports/seals-secrets.ts';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';
import type { Sql, TransactionSql } from '../../storage/store/database.ts';
import type { MasterKeys, WrappedKey } from './master-keys.ts';
import { openBytes, sealBytes } from './sealing.ts';
import { createSecretBuffer } from './secret-buffer.ts';
import { SecretsError } from './secrets-error.ts';

/** A key either seals secrets or authenticates rows, never both. */
export const dataKeyPurposes = ['seal', 'authenticate'] as const;

export type DataKeyPurpose = (typeof dataKeyPurposes)[number];

/** How many data keys are kept, and for how long. */
const maxKeptKeys = 1_000;
const keptMs = 5 * 60 * 1_000;

/** Seals what the database must not hold in plaintext, with the data key of a tenant, which a master key wraps. */
export class Vault implements SealsSecrets {
  readonly #masterKeys: MasterKeys;
  /**
   * By wrapped form, as it is in the database now. Otherwise a key from a rolled back transaction, or one that a restored
   * database does not have, could seal values that can never be opened again.
   */
  readonly #dataKeys = new BoundedMap<KeyObject>(maxKeptKeys);
  /** The same keys by tenant, those that seal. */
  readonly #sealingKeys = new BoundedMap<KeyObject>(maxKeptKeys);

  constructor(masterKeys: MasterKeys) {
    this.#masterKeys = masterKeys;
  }

  /** Creates a data key of a tenant, unless there is one. */
  async provideDataKey(
    sql: TransactionSql,
    tenantId: string,
    now: Date,
    purpose: DataKeyPurpose = 'seal',
  ): Promise<void> {
    const [existing] = await sql`select from data_keys where tenant_id = ${tenantId} and purpose = ${purpose}`;
    if (existing) return;
    const key = randomFillSync(createSecretBuffer(32));
    const wrapped = await this.#masterKeys.wrap(key, dataKeyContext(tenantId, purpose));
    key.fill(0);
    await sql`insert into data_keys ${sql({ tenantId, purpose, ...wrapped, createdAt: now })}`;
  }

  /** The key that authenticates rows. */
  openMacKey(sql: Sql, tenantId: string): Promise<KeyObject> {
    return this.#readDataKey(sql, tenantId, 'authenticate');
  }

  /** Fails if the data key of a tenant is missing, or does not open. */
  async requireDataKey(sql: Sql, tenantId: string, purpose: DataKeyPurpose): Promise<void> {
    await this.#readDataKey(sql, tenantId, purpose);
  }

  async seal(sql: Sql, place: Place, secret: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    return sealBytes(await this.#readDataKey(sql, place.tenantId), secret, placeContext(place));
  }

  async sealAll(
    sql: Sql,
    tenantId: string,
    secrets: readonly PlacedSecret<Omit<Place, 'tenantId'>>[],
  ): Promise<Uint8Array<ArrayBuffer>[]> {
    const key = await this.#readDataKey(sql, tenantId);
    return secrets.map(({ place, secret }) => sealBytes(key, secret, placeContext({ ...place, tenantId })));
  }

  async open(sql: Sql, place: Place, sealed: Uint8Array): Promise<Buffer> {
    return openBytes(await this.#readDataKey(sql, place.tenantId), sealed, placeContext(place));
  }

  openKept(place: Place, sealed: Uint8Array): Buffer | undefined {
    const key = this.#sealingKeys.get(place.tenantId);
    return key && openBytes(key, sealed, placeContext(place));
  }

  async #readDataKey(sql: Sql, tenantId: string, purpose: DataKeyPurpose = 'seal'): Promise<KeyObject> {
    const [row] = await sql<WrappedKey[]>`
      select master_key_id, wrapped from data_keys where tenant_id = ${tenantId} and purpose = ${purpose}`;
    if (!row) throw new SecretsError('DATA_KEY_MISSING', `the tenant ${tenantId} has no data key (${purpose})`);
    const name = `${tenantId} ${Buffer.from(row.wrapped).toString('base64')}`;
    const kept = this.#dataKeys.get(name);
    if (kept) return kept;
    const bytes = await this.#masterKeys.unwrap(row, dataKeyContext(tenantId, purpose));
    const key = createSecretKey(bytes);
    bytes.fill(0);
    this.#dataKeys.set(name, key);
    if (purpose === 'seal') this.#sealingKeys.set(tenantId, key);
    setTimeout(() => {
      this.#dataKeys.delete(name);
      if (this.#sealingKeys.get(tenantId) === key) this.#sealingKeys.delete(tenantId);
    }, keptMs).unref();
    return key;
  }
}

export const dataKeyContext = (tenantId: string, purpose: DataKeyPurpose) => ['mintmark data key', tenantId, purpose];

const placeContext = ({ tenantId, table, row, column }: Place) => ['mintmark secret', tenantId, table, row, column];
