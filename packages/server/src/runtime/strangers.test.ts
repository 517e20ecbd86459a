import { patience } from '@mintmark/testing/patience';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newAddress } from '../../test/exchange.ts';
import { newKey, startService } from '../../test/service.ts';
import { askProxy, nobody } from '../../test/sign-up.ts';
import { ethereumAccount } from '../../test/wallets.ts';
import { RateLimit } from '../core/limits/rate-limit.ts';
import type { RunsTasks } from '../core/ports/define-task.ts';
import { defaultLimits } from '../core/ports/usage-limits.ts';
import { createThreads } from '../custody/create-threads.ts';

const real = createThreads({ count: 1, longestWaitMs: 60_000 });
let tasks = 0;
const threads: RunsTasks = {
  run(...args) {
    tasks++;
    return real.run(...args);
  },
};
const service = await startService({ threads, limits: { ...defaultLimits, signUpAccounts: 1_000 } });
afterAll(async () => {
  await real.close();
  await service[Symbol.asyncDispose]();
});

describe('sign-ups with many accounts', () => {
  const signUp = (accounts: number, address: string) =>
    askProxy(
      service,
      'signup_v2',
      {
        ...nobody,
        apiKeys: [newKey().apiKey],
        wallet: {
          walletName: 'Wallet',
          accounts: Array.from({ length: accounts }, (_, index) => ethereumAccount(index)),
        },
      },
      {},
      address,
    );

  test('default: those of one network do not delay those of others', async () => {
    // What is left if a stranger has as many addresses in the network as it takes.
    vi.spyOn(RateLimit.prototype, 'refusal').mockReturnValue(undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    // The thread starts now.
    expect((await signUp(1, newAddress())).status).toBe(200);
    tasks = 0;
    const order: string[] = [];
    const stranger = newAddress();
    const expensive = Array.from({ length: 4 }, () => signUp(250, stranger).finally(() => order.push('stranger')));
    await vi.waitFor(() => expect(tasks).toBeGreaterThanOrEqual(4), { timeout: patience, interval: 1 });
    const others = Array.from({ length: 25 }, () => signUp(1, newAddress()).finally(() => order.push('other')));
    expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(order).not.toContain('stranger');
    await Promise.allSettled(expensive);
  });
});
