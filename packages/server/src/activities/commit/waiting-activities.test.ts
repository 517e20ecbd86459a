import { expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { readTables } from '../../../test/table-state.ts';
import { defaultLimits } from '../../core/ports/usage-limits.ts';

const exceeded = [429, 'RESOURCE_LIMIT_EXCEEDED'];
const max = 5;

async function startRig() {
  let now = Date.now();
  const service = await startService({
    clock: () => new Date(now),
    limits: { ...defaultLimits, waitingActivities: max },
  });
  const [ada, bob, eve] = (await addOrganization(service, { roots: 3, threshold: 3 })) as [Actor, Actor, Actor];
  let count = 0;
  /** Submits an activity that waits for two more approvals. */
  const propose = (actor: Actor) =>
    service.submit(
      actor,
      'create_user_tag',
      { userTagName: `Tag ${++count}`, userIds: [] },
      { timestampMs: `${now + count}` },
    );
  const vote = (actor: Actor, operation: string, { json }: Awaited<ReturnType<typeof propose>>) =>
    service.submit(actor, operation, { fingerprint: json.activity.fingerprint }, { timestampMs: `${now + ++count}` });
  const pass = (ms: number) => {
    now += ms;
  };
  return { service, ada, bob, eve, propose, vote, pass, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

test('default: a user has at most so many activities that wait, and nothing of a further one is stored', async () => {
  await using rig = await startRig();
  const { service, ada, bob, eve, propose, vote } = rig;
  const replies = [];
  for (let count = 0; count < max; count++) replies.push(await propose(ada));
  expect(replies.map(({ json }) => json.activity.status)).toEqual(
    Array.from({ length: max }, () => 'ACTIVITY_STATUS_CONSENSUS_NEEDED'),
  );
  const before = await readTables(service.database);
  const refused = await propose(ada);
  expect(refusalOf(refused)).toEqual(exceeded);
  expect(refused.json.message).toContain('at most 5 activities from the last day');
  expect(await readTables(service.database)).toEqual(before);
  // Others may still submit, and approving those of others is no submission.
  expect((await propose(bob)).status).toBe(200);
  for (const reply of replies) expect((await vote(bob, 'approve_activity', reply)).status).toBe(200);
  expect((await propose(bob)).status).toBe(200);
  // One that ends makes room.
  resultOf(await vote(eve, 'approve_activity', replies[0] as never));
  expect((await propose(ada)).status).toBe(200);
  expect(refusalOf(await propose(ada))).toEqual(exceeded);
  await vote(ada, 'reject_activity', replies[1] as never);
  expect((await propose(ada)).status).toBe(200);
});

test('behavior: activities that are submitted at the same time count', async () => {
  await using rig = await startRig();
  const replies = await Promise.all(Array.from({ length: 20 }, () => rig.propose(rig.ada)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(max);
});

test('behavior: a user who votes again by the fingerprint still has submitted it', async () => {
  await using rig = await startRig();
  const { ada, propose, vote } = rig;
  for (let count = 0; count < max; count++) await vote(ada, 'approve_activity', await propose(ada));
  expect(refusalOf(await propose(ada))).toEqual(exceeded);
});

test('behavior: after a day the approvals have lapsed, and it does not count any more', async () => {
  await using rig = await startRig();
  const { ada, propose, pass } = rig;
  for (let count = 0; count < max; count++) await propose(ada);
  expect(refusalOf(await propose(ada))).toEqual(exceeded);
  pass(24 * 60 * 60 * 1000 + 1_000);
  expect((await propose(ada)).status).toBe(200);
});
