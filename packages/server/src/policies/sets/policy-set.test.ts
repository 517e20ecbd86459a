import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, resultOf } from '../../../test/organizations.ts';
import { outcomeOf } from '../../../test/policies.ts';
import { startService } from '../../../test/service.ts';
import { compilePolicySet } from './policy-set.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const address = "'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'";
const condition = `eth.tx.to in [${Array(85).fill(address).join()}]`;
const policies = Array.from({ length: 60 }, (_, index) => ({
  ...{ policyName: `Policy ${index}`, effect: 'EFFECT_ALLOW' as const, condition, notes: '' },
}));

/** The work of this thread so far, in microseconds. Unlike a clock, it does not count the work of other processes. */
const workDone = () => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

/** The most work during which nothing else could run. */
async function largestTurn(work: () => Promise<unknown>): Promise<number> {
  let [last, largest] = [workDone(), 0];
  const look = () => {
    const now = workDone();
    [last, largest] = [now, Math.max(largest, now - last)];
    counter = setImmediate(look);
  };
  let counter = setImmediate(look);
  await work();
  clearImmediate(counter);
  return largest;
}

test('behavior: other work gets turns while many policies are compiled, when they are created and when they are read', async () => {
  const rows = policies.map(({ policyName: name, ...policy }) => ({
    ...policy,
    id: name,
    name,
    consensus: '',
    time: '',
  }));
  compilePolicySet(rows);
  const start = workDone();
  compilePolicySet(rows);
  const all = workDone() - start;
  const created: number[] = [];
  const read: number[] = [];
  // Some of the work that is counted may be that of a virtual machine that stood still, but not each time.
  for (let round = 0; round < 3; round++) {
    const [root] = await addOrganization(service);
    const user = await addUser(service, root);
    created.push(await largestTurn(async () => resultOf(await service.submit(root, 'create_policies', { policies }))));
    read.push(
      await largestTurn(async () => {
        const reply = await service.submit(user, 'create_user_tag', { userTagName: 'Tag', userIds: [] });
        expect(outcomeOf(reply)).toBe('REQUEST_NOT_AUTHORIZED');
      }),
    );
  }
  expect(Math.min(...created)).toBeLessThan(all / 2);
  expect(Math.min(...read)).toBeLessThan(all / 2);
});
