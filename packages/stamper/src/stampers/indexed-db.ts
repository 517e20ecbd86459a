import { encodeEcdsaDer } from '../encoding/ecdsa-der.ts';
import type { ApiKey } from '../keys/api-key.ts';
import { importApiKey } from '../keys/import-key.ts';
import { transact } from '../keys/key-database.ts';
import { compressedHex } from '../keys/p256-point.ts';
import { pairProbe } from '../keys/pair-signer.ts';
import { encodePkcs8 } from '../keys/pkcs8.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { findSubtle, unshared } from '../native/subtle.ts';
import { stampSchemes } from '../protocol.ts';
import { bodyBytes, type Stamper } from '../stamp.ts';
import { StamperError } from '../stamper-error.ts';
import { apiKeyStamp } from './api-key-stamp.ts';

/** Where a key is stored: scripts of the same origin that use the same location get the same key. */
export interface IndexedDbKeyLocation {
  /** Which key. */
  readonly name?: string;
  readonly database?: string;
}

/** A stamper whose private key can be used by the scripts of this origin, but never read. */
export interface IndexedDbStamper extends Stamper {
  /** The compressed form in hex, to be registered as a credential. */
  readonly publicKey: string;
  /** Whether the key was just generated, so that no server knows it yet. */
  readonly isNew: boolean;
  /** The 64 bytes r and s over the SHA-256 of a message, as needed for the client signature of a login. */
  sign(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  /** Moves the key to another name, replacing the key there, in one transaction. */
  moveTo(name: string): Promise<void>;
  /** Deletes only this key, wherever it was moved to. The stamper then refuses to sign. */
  delete(): Promise<void>;
}

const defaultLocation = { name: 'default', database: 'mintmark' };
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/**
 * Opens or generates the P-256 key of this name. It stays in the browser until it is deleted or the browser needs the space.
 *
 * Tabs that open the same name at the same time get the same key. Browsers may evict the data of a site, unless the app has called
 * `navigator.storage.persist()`. After an eviction, `isNew` says that a login is needed.
 *
 * @example
 * const stamper = await openIndexedDbStamper({ name: 'session' });
 * if (stamper.isNew) await logIn(stamper.publicKey);
 *
 * @example
 * // A new session key replaces the old one only after the login with it has succeeded:
 * const next = await openIndexedDbStamper({ name: 'next session' });
 * await logIn(next.publicKey);
 * await next.moveTo('session');
 */
export async function openIndexedDbStamper(location: IndexedDbKeyLocation = {}): Promise<IndexedDbStamper> {
  const { name, database } = checked(location);
  // Fails before anything is written: on pages without it, not even CryptoKey exists.
  findSubtle();
  const existing = await transact(database, 'readonly', (keys) => keys.get(name));
  if (existing !== undefined) return createStamper(await parseRecord(existing), name, database, false);
  const made = await makeRecord();
  const winner = await transact(database, 'readwrite', async (keys) => {
    const first = await keys.get(name);
    if (first === undefined) await keys.put(name, made);
    return first;
  });
  return winner === undefined
    ? createStamper(made, name, database, true)
    : createStamper(await parseRecord(winner), name, database, false);
}

/**
 * Stores an existing P-256 key under this name, replacing the key there. From then on scripts can use it, but never read it.
 *
 * @example
 * const stamper = await storeIndexedDbKey(apiKey, { name: 'root' });
 */
export async function storeIndexedDbKey(
  apiKey: ApiKey,
  location: IndexedDbKeyLocation = {},
): Promise<IndexedDbStamper> {
  const { name, database } = checked(location);
  const record = await importRecord(importApiKey(apiKey, 'p256'));
  await transact(database, 'readwrite', (keys) => keys.put(name, record));
  return createStamper(record, name, database, false);
}

/** The names of the stored keys. */
export async function listIndexedDbKeys(location: Pick<IndexedDbKeyLocation, 'database'> = {}): Promise<string[]> {
  return transact(checked(location).database, 'readonly', (keys) => keys.names());
}

/** Deletes the key with this name, even if it is damaged and cannot be opened. */
export async function deleteIndexedDbKey(location: IndexedDbKeyLocation = {}): Promise<void> {
  const { name, database } = checked(location);
  await transact(database, 'readwrite', (keys) => keys.delete(name));
}

/** `hex` repeats the public key, because a transaction cannot export a key to compare it. */
interface KeyRecord {
  readonly hex: string;
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
}

function createStamper(key: KeyRecord, openedName: string, database: string, isNew: boolean): IndexedDbStamper {
  let name = openedName;
  let isDeleted = false;
  const isThisKey = (record: unknown) => (record as Partial<KeyRecord> | undefined)?.hex === key.hex;
  const sign = async (message: Uint8Array) => {
    if (isDeleted) throw new StamperError('STORAGE_FAILED', 'key', 'was deleted');
    return new Uint8Array(await findSubtle().sign(algorithm, key.privateKey, unshared(message)));
  };
  return {
    publicKey: key.hex,
    isNew,
    sign,
    async stamp(body) {
      return apiKeyStamp(key.hex, stampSchemes.p256, encodeEcdsaDer(await sign(bodyBytes(body))));
    },
    async moveTo(newName) {
      const target = checked({ name: newName }).name;
      await transact(database, 'readwrite', async (keys) => {
        // Another tab may have already moved it there.
        if (isThisKey(await keys.get(target))) return;
        if (!isThisKey(await keys.get(name))) throw new StamperError('STORAGE_FAILED', 'key', 'is no longer stored');
        await keys.put(target, key);
        await keys.delete(name);
      });
      name = target;
    },
    async delete() {
      isDeleted = true;
      await transact(database, 'readwrite', async (keys) => {
        for (const kept of await keys.names()) {
          if (isThisKey(await keys.get(kept))) await keys.delete(kept);
        }
      });
    },
  };
}

async function makeRecord(): Promise<KeyRecord> {
  const { publicKey, privateKey } = await findSubtle().generateKey(algorithm, false, ['sign', 'verify']);
  return { hex: await exportHex(publicKey), publicKey, privateKey };
}

async function importRecord(key: PrivateKey): Promise<KeyRecord> {
  const subtle = findSubtle();
  const { hex, uncompressed } = key.publicKey;
  const [privateKey, publicKey] = await Promise.all([
    subtle.importKey('pkcs8', unshared(encodePkcs8(key)), algorithm, false, ['sign']),
    subtle.importKey('raw', unshared(uncompressed), algorithm, true, ['verify']),
  ]);
  return { hex, publicKey, privateKey };
}

/** Checks a stored record, because any script of this origin can write there. A damaged record is not overwritten. */
async function parseRecord(record: unknown): Promise<KeyRecord> {
  const { hex, publicKey, privateKey } = Object(record) as Partial<KeyRecord>;
  if (!isKey(publicKey, 'verify') || !isKey(privateKey, 'sign') || privateKey.extractable) {
    throw new StamperError('MALFORMED', 'key', 'is damaged: delete it and log in again with a new one');
  }
  const signature = await findSubtle().sign(algorithm, privateKey, pairProbe);
  const isPair = await findSubtle().verify(algorithm, publicKey, signature, pairProbe);
  if (!isPair || hex !== (await exportHex(publicKey))) {
    throw new StamperError('KEY_MISMATCH', 'key', 'is stored with a public key that does not belong to it');
  }
  return { hex, publicKey, privateKey };
}

/** The usage and the curve together imply an ECDSA key of the right half of the pair. */
function isKey(key: unknown, usage: 'sign' | 'verify'): key is CryptoKey {
  if (!(key instanceof CryptoKey) || !key.usages.includes(usage)) return false;
  return (key.algorithm as EcKeyAlgorithm).namedCurve === algorithm.namedCurve;
}

async function exportHex(publicKey: CryptoKey): Promise<string> {
  return compressedHex(new Uint8Array(await findSubtle().exportKey('raw', publicKey)));
}

function checked(location: IndexedDbKeyLocation): { name: string; database: string } {
  const { name = defaultLocation.name, database = defaultLocation.database } = location;
  if (typeof name !== 'string' || name === '') throw new StamperError('MALFORMED', 'name', 'is not a name');
  if (typeof database !== 'string' || database === '') throw new StamperError('MALFORMED', 'database', 'is not a name');
  return { name, database };
}
