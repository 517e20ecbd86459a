import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, resultOf } from '../../test/organizations.ts';
import { outcomeOf } from '../../test/policies.ts';
import { startService } from '../../test/service.ts';
import { compilePolicySet } from './policy-set.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const address = "'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'";
const condition = `eth.tx.to in [${Array(85).fill(address).join()}]`;
const policies = Array.from({ length: 60 }, (_, index) => ({
  ...{ policyName: `Policy ${index}`, effect: 'EFFECT_ALLOW' as const, condition, notes: '' },
}));

/** The longest time in which nothing else could run. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const look = () => {
    const now = performance.now();
    [last, longest] = [now, Math.max(longest, now - last)];
    counter = setImmediate(look);
  };
  let counter = setImmediate(look);
  await work();
  clearImmediate(counter);
  return longest;
}

test('behavior: other work gets turns while many policies are compiled, when they are created and when they are read', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const rows = policies.map(({ policyName: name, ...policy }) => ({
    ...policy,
    id: name,
    name,
    consensus: '',
    time: '',
  }));
  compilePolicySet(rows);
  const start = performance.now();
  compilePolicySet(rows);
  const all = performance.now() - start;
  const created = await longestTurn(async () => resultOf(await service.submit(root, 'create_policies', { policies })));
  const read = await longestTurn(async () => {
    const reply = await service.submit(user, 'create_user_tag', { userTagName: 'Tag', userIds: [] });
    expect(outcomeOf(reply)).toBe('REQUEST_NOT_AUTHORIZED');
  });
  expect(created).toBeLessThan(all / 2);
  expect(read).toBeLessThan(all / 2);
});
