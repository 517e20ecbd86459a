import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestServices } from '../../../test/test-services.ts';
import type { PrepareContext } from '../../core/handlers/implement.ts';
import type { Services } from '../../core/ports/services.ts';
import { deriveKey } from '../derivation/derive-keys.ts';
import { requirePath } from '../tasks/derive-wallet.ts';
import { useAccountKey } from './account-keys.ts';

afterEach(() => void vi.useRealTimers());

const seed = new Uint8Array(64).fill(7);
const curve = 'CURVE_SECP256K1';
const path = "m/44'/60'/0'/0/0";

/** An account, and how often its wallet was read. Nothing is sealed. */
function createAccount() {
  const vault: Services['vault'] = {
    seal: async (_, __, secret) => Uint8Array.from(secret),
    sealAll: async (_, __, secrets) => secrets.map(({ secret }) => Uint8Array.from(secret)),
    open: async (_, __, sealed) => Buffer.from(sealed),
    openKept: (_, sealed) => Buffer.from(sealed),
  };
  const services = createTestServices({ vault });
  const context = {
    organization: { id: randomUUID(), parentId: null },
    caller: { credentialId: randomUUID() },
    services,
    read: (work: (sql: unknown) => unknown) => work(undefined),
  } as unknown as PrepareContext;
  const publicKey = Buffer.from(deriveKey(Buffer.from(seed), { curve, path: requirePath(path) }).publicKey);
  const readWallet = vi.fn(async () => ({ id: randomUUID(), seed }));
  const account = { id: randomUUID(), curve, path, publicKey: publicKey.toString('hex'), readWallet } as const;
  const use = () => useAccountKey(context, account, async (secret) => Buffer.from(secret).toString('hex'));
  return { use, readWallet };
}

test('behavior: a derived key is kept for five minutes, whether it is used or not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { use, readWallet } = createAccount();
  const secret = await use();
  vi.advanceTimersByTime(4 * 60_000);
  expect(await use()).toBe(secret);
  expect(readWallet).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(await use()).toBe(secret);
  expect(readWallet).toHaveBeenCalledTimes(2);
});
