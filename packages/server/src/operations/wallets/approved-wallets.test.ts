import { afterAll, expect, test } from 'vitest';
import { addOrganization, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import type { RunsTasks } from '../../core/ports/define-task.ts';
import { createThreads } from '../../custody/create-threads.ts';

let threads = createThreads({ count: 1 });
const current: RunsTasks = { run: (...args) => threads.run(...args) };
const service = await startService({ threads: current });
afterAll(async () => {
  await threads.close();
  await service[Symbol.asyncDispose]();
});
const { submit } = service;

test('behavior: an approval while no thread is free leaves the activity open', async () => {
  const [ada, bob, eve] = (await addOrganization(service, { roots: 3, threshold: 2 })) as [Actor, Actor, Actor];
  const { json } = await submit(ada, 'create_wallet', { walletName: 'Wallet', accounts: [] });
  const { fingerprint } = json.activity;
  // As at the end of the process. A task that waits for a thread for too long fails in the same way.
  await threads.close();
  const refused = await submit(bob, 'approve_activity', { fingerprint });
  expect([refused.status, refused.error]).toEqual([503, 'UNAVAILABLE']);
  threads = createThreads({ count: 1 });
  expect(resultOf(await submit(eve, 'approve_activity', { fingerprint }))).toMatchObject({ addresses: [] });
});
