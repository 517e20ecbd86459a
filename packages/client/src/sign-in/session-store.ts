import {
  createP256Signer,
  createP256Stamper,
  deleteIndexedDbKey,
  openIndexedDbStamper,
  type Signer,
} from '@mintmark/stamper';
import { p256Keys } from '@mintmark/stamper/bundles';
import type { Stamper } from '../signed-request.ts';

/** A P-256 key in a store. */
export interface StoredKey extends Signer, Stamper {
  /** Moves the key to another name, replacing the key there. */
  moveTo(name: string): Promise<void>;
}

/** Keeps the key of a session, and the session token, which says whose key it is. */
export interface SessionStore {
  /** Opens the key of this name, or makes it. */
  openKey(name: string): Promise<StoredKey>;
  deleteKey(name: string): Promise<void>;
  readToken(name: string): Promise<string | undefined>;
  /** Without a token, deletes it. */
  writeToken(name: string, token: string | undefined): Promise<void>;
}

/**
 * Keeps keys in the browser's IndexedDB, where scripts can use but never read them, and tokens in its localStorage. A token
 * is no secret: it authenticates nothing without the key.
 */
export function createBrowserStore(): SessionStore {
  const itemOf = (name: string) => `mintmark ${name}`;
  return {
    openKey: (name) => openIndexedDbStamper({ name }),
    deleteKey: (name) => deleteIndexedDbKey({ name }),
    readToken: async (name) => globalThis.localStorage.getItem(itemOf(name)) ?? undefined,
    async writeToken(name, token) {
      if (token === undefined) globalThis.localStorage.removeItem(itemOf(name));
      else globalThis.localStorage.setItem(itemOf(name), token);
    },
  };
}

/** Keeps everything in memory: the session ends with the program. */
export function createMemoryStore(): SessionStore {
  const keys = new Map<string, Signer & Stamper>();
  const tokens = new Map<string, string>();
  return {
    async openKey(opened) {
      const key = keys.get(opened) ?? generateKey();
      keys.set(opened, key);
      let name = opened;
      return {
        ...key,
        async moveTo(target) {
          keys.set(target, key);
          if (name !== target && keys.get(name) === key) keys.delete(name);
          name = target;
        },
      };
    },
    deleteKey: async (name) => void keys.delete(name),
    readToken: async (name) => tokens.get(name),
    async writeToken(name, token) {
      if (token === undefined) tokens.delete(name);
      else tokens.set(name, token);
    },
  };
}

/** A new key in memory. */
function generateKey(): Signer & Stamper {
  const key = p256Keys.generatePrivateKey().toApiKey();
  return { ...createP256Signer(key), ...createP256Stamper(key) };
}

/** The store of the runtime: the browser's, or memory where there is no IndexedDB. */
export const createDefaultStore = (): SessionStore =>
  'indexedDB' in globalThis ? createBrowserStore() : createMemoryStore();
