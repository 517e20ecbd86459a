import { StamperError } from '../stamper-error.ts';

const storeName = 'keys';
const version = 1;

/** The requests of one transaction on the stored keys. Awaiting anything else ends the transaction. */
export interface KeyTransaction {
  get(name: string): Promise<unknown>;
  put(name: string, value: unknown): Promise<void>;
  delete(name: string): Promise<void>;
  names(): Promise<string[]>;
}

/**
 * Runs one transaction on the keys of a database, and resolves when it is on disk. If the work throws, it is rolled back.
 *
 * The connection closes with the transaction, so that no page blocks another from deleting or upgrading the database.
 */
export async function transact<Result>(
  database: string,
  mode: 'readonly' | 'readwrite',
  work: (keys: KeyTransaction) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(database);
  try {
    const transaction = connection.transaction(storeName, mode, { durability: 'strict' });
    const completed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const done = work(requests(transaction.objectStore(storeName))).catch((error) => {
      abort(transaction);
      throw error;
    });
    const [result] = await Promise.allSettled([done, completed]);
    if (result.status === 'rejected') throw result.reason;
    await completed;
    return result.value;
  } catch (error) {
    throw asStamperError(error);
  } finally {
    connection.close();
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // A failed request has already ended it.
  }
}

function requests(store: IDBObjectStore): KeyTransaction {
  return {
    get: (name) => settled(store.get(name)),
    put: async (name, value) => void (await settled(store.put(value, name))),
    delete: async (name) => void (await settled(store.delete(name))),
    names: async () => (await settled(store.getAllKeys())).filter((key) => typeof key === 'string'),
  };
}

async function connect(database: string): Promise<IDBDatabase> {
  try {
    // In some browsers, reading this property already throws.
    const factory: IDBFactory | undefined = globalThis.indexedDB;
    if (!factory) throw new StamperError('CRYPTO_UNAVAILABLE', 'indexedDB', 'is missing: only browsers have it');
    const opening = factory.open(database, version);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    return await settled(opening);
  } catch (error) {
    throw asStamperError(error);
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The names of https://w3c.github.io/IndexedDB/#exceptions and what they mean here. */
const failures: { readonly [name: string]: readonly ['CRYPTO_UNAVAILABLE' | 'STORAGE_FAILED', string] } = {
  SecurityError: ['CRYPTO_UNAVAILABLE', 'is not allowed on this page: it has an opaque origin, or storage is blocked'],
  InvalidStateError: ['CRYPTO_UNAVAILABLE', 'is not available: some browsers lack it in private windows'],
  DataCloneError: ['CRYPTO_UNAVAILABLE', 'cannot store keys in this browser or private window'],
  VersionError: ['STORAGE_FAILED', 'was written by a newer version of this package: reload the page'],
  NotFoundError: ['STORAGE_FAILED', 'has another kind of database with this name'],
  QuotaExceededError: ['STORAGE_FAILED', 'has no space left'],
};

function asStamperError(cause: unknown): StamperError {
  if (cause instanceof StamperError) return cause;
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : '';
  const [code, problem] = failures[name] ?? ['STORAGE_FAILED', 'failed'];
  return new StamperError(code, 'indexedDB', problem, { cause });
}
