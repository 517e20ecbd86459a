import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newAddress } from '../test/exchange.ts';
import { addOrganization, addUser } from '../test/organizations.ts';
import { addPolicy, isBy } from '../test/policies.ts';
import { type Actor, newKey, startService } from '../test/service.ts';
import { askProxy, nobody } from '../test/sign-up.ts';
import { ethereumAccount } from '../test/wallets.ts';
import type { RunsTasks } from './contract/define-task.ts';
import { usualLimits } from './contract/usage-limits.ts';
import { Threads } from './threads/threads.ts';

const real = new Threads({ count: 1, longestWaitMs: 60_000 });
let tasks = 0;
const threads: RunsTasks = {
  run(...args) {
    tasks++;
    return real.run(...args);
  },
};
const service = await startService({ threads, limits: { ...usualLimits, signUpAccounts: 1_000 } });
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
    // The thread starts now.
    expect((await signUp(1, newAddress())).status).toBe(200);
    tasks = 0;
    const order: string[] = [];
    const stranger = newAddress();
    const expensive = Array.from({ length: 4 }, () => signUp(250, stranger).finally(() => order.push('stranger')));
    await vi.waitFor(() => expect(tasks).toBeGreaterThanOrEqual(4), { timeout: 60_000, interval: 1 });
    const others = Array.from({ length: 25 }, () => signUp(1, newAddress()).finally(() => order.push('other')));
    expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(order).not.toContain('stranger');
    await Promise.allSettled(expensive);
  });
});

describe('expensive policies', () => {
  const numbers = `[${Array.from({ length: 190 }, (_, index) => index + 1).join(', ')}]`;
  const expensive = `${numbers}.any(x, ${numbers}.any(y, x == 0 && y == 0))`;
  const tag = (actor: Actor, name: string) =>
    service.submit(actor, 'create_user_tag', { userTagName: name, userIds: [] });

  test('default: those of ten organizations of one network do not delay a neighbour until they are done', async () => {
    const parentId = service.root.organizationId;
    const strangers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const [root] = await addOrganization(service, { parentId, source: 'stranger' });
        const user = await addUser(service, root);
        for (let policy = 0; policy < 2; policy++) await addPolicy(service, root, { condition: expensive });
        await addPolicy(service, root, { consensus: isBy(user) });
        return user;
      }),
    );
    const [root] = await addOrganization(service, { parentId, source: 'neighbour' });
    const neighbour = await addUser(service, root);
    await addPolicy(service, root, { consensus: isBy(neighbour) });
    let ended = 0;
    const attack = strangers.flatMap((actor) =>
      Array.from({ length: 20 }, (_, index) => tag(actor, `Tag ${index}`).finally(() => ended++)),
    );
    onTestFinished(async () => void (await Promise.allSettled(attack)));
    await vi.waitFor(() => expect(ended).toBeGreaterThan(0), { timeout: 60_000, interval: 1 });
    const endedBefore = ended;
    for (let index = 0; index < 5; index++) expect((await tag(neighbour, `Tag ${index}`)).status).toBe(200);
    expect(ended - endedBefore).toBeLessThan(attack.length / 4);
  });
});
