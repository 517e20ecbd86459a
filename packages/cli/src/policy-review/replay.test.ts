import { requireOrganization } from '@mintmark/server/identity/organizations/organization-row';
import { activityHandler } from '@mintmark/server/operations/handlers';
import { addOrganization, addUser, resultOf } from '@mintmark/server/test/organizations';
import { addPolicy, isBy, outcomeOf, transferTo } from '@mintmark/server/test/policies';
import { type Actor, startService } from '@mintmark/server/test/service';
import { ethereumAccount } from '@mintmark/server/test/wallets';
import { afterAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { type Replayed, replay } from './replay.ts';
import { compileWritten, type WrittenPolicies } from './written-policies.ts';

let ahead = 0;
let stopped: Date | undefined;
const clock = () => stopped ?? new Date(Date.now() + ahead);
const service = await startService({ clock });
afterAll(() => service[Symbol.asyncDispose]());
const { submit, database, services } = service;

const allowed = '0x00000000000000000000000000000000000000a1';
const other = '0x00000000000000000000000000000000000000b2';

async function newOrganization() {
  const [root] = await addOrganization(service);
  const ada = await addUser(service, root, { userName: 'Ada' });
  const wallet = { walletName: 'Treasury', accounts: [ethereumAccount()] };
  const { addresses } = resultOf(await submit(root, 'create_wallet', wallet));
  const sign = (by: Actor, to: string, value = 1) =>
    submit(by, 'sign_transaction', {
      signWith: addresses[0],
      unsignedTransaction: transferTo(to, value),
      type: 'TRANSACTION_TYPE_ETHEREUM',
    });
  return { root, ada, sign };
}

type Policies = z.output<typeof WrittenPolicies>;

async function replayed({ organizationId }: Actor, policies: Policies, since = new Date(0)): Promise<Replayed[]> {
  const organization = await database.query((sql) =>
    requireOrganization({ sql, services, organization: { id: organizationId } }),
  );
  const proposed = compileWritten(policies);
  const options = { database, services, findHandler: activityHandler, organization, proposed, since };
  const all: Replayed[] = [];
  for await (const one of replay(options)) all.push(one);
  return all;
}

const shown = (one: Replayed) =>
  'problem' in one ? one.problem : [one.row.type, one.user?.name, one.present.outcome, one.proposed.outcome];

const ofType = (all: readonly Replayed[], type: string) => all.filter(({ row }) => row.type.includes(type)).map(shown);

const signs = 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2';

test('default: compares what policies decide', async () => {
  const { root, ada, sign } = await newOrganization();
  await addPolicy(service, root, { condition: `eth.tx.to == '${allowed}'`, consensus: isBy(ada) });
  expect(outcomeOf(await sign(ada, allowed))).toBe('COMPLETED');
  expect(outcomeOf(await sign(ada, other))).toBe('REQUEST_NOT_AUTHORIZED');
  expect(outcomeOf(await sign(root, other))).toBe('COMPLETED');
  const all = await replayed(root, [
    { policyName: 'Only there', effect: 'EFFECT_ALLOW', condition: `eth.tx.to == '${other}'` },
  ]);
  expect(ofType(all, 'SIGN_TRANSACTION')).toEqual([
    [signs, 'Ada', 'OUTCOME_ALLOW', 'OUTCOME_DENY_IMPLICIT'],
    [signs, 'Ada', 'OUTCOME_DENY_IMPLICIT', 'OUTCOME_ALLOW'],
    [signs, 'Root', 'OUTCOME_ALLOW', 'OUTCOME_ALLOW'],
  ]);
  const others = all.filter(({ row }) => row.type !== signs);
  expect(others.length).toBeGreaterThan(1);
  for (const one of others) expect(one).toMatchObject({ present: { reason: 'the root quorum approves it' } });
});

test('behavior: counts the approvals that the activity had, with their credentials', async () => {
  const { root, ada, sign } = await newOrganization();
  const bob = await addUser(service, root, { userName: 'Bob' });
  await addPolicy(service, root, { consensus: 'approvers.count() >= 2' });
  const waiting = await sign(ada, allowed);
  expect(outcomeOf(waiting)).toBe('CONSENSUS_NEEDED');
  const { fingerprint } = waiting.json.activity;
  const two = { policyName: 'Two', effect: 'EFFECT_ALLOW' as const };
  const byBob = { ...two, consensus: `credentials.any(one, one.public_key == '${bob.publicKey}')` };
  expect(ofType(await replayed(root, [byBob]), 'SIGN')).toEqual([
    [signs, 'Ada', 'OUTCOME_REQUIRES_CONSENSUS', 'OUTCOME_REQUIRES_CONSENSUS'],
  ]);
  expect(outcomeOf(await submit(bob, 'approve_activity', { fingerprint }))).toBe('COMPLETED');
  expect(ofType(await replayed(root, [byBob]), 'SIGN')).toEqual([[signs, 'Ada', 'OUTCOME_ALLOW', 'OUTCOME_ALLOW']]);
  const three = { ...two, consensus: 'approvers.count() >= 3' };
  expect(ofType(await replayed(root, [three]), 'SIGN')).toEqual([
    [signs, 'Ada', 'OUTCOME_ALLOW', 'OUTCOME_REQUIRES_CONSENSUS'],
  ]);
});

test('behavior: the time is that of the decision', async () => {
  const { root, ada, sign } = await newOrganization();
  await addPolicy(service, root, { consensus: isBy(ada) });
  expect(outcomeOf(await sign(ada, allowed))).toBe('COMPLETED');
  const later = clock();
  const time = `time.now <= Timestamp('${later.toISOString()}')`;
  ahead = 60_000;
  expect(outcomeOf(await sign(ada, allowed, 2))).toBe('COMPLETED');
  const all = await replayed(root, [{ policyName: 'Before', effect: 'EFFECT_ALLOW', time }]);
  expect(ofType(all, 'SIGN')).toEqual([
    [signs, 'Ada', 'OUTCOME_ALLOW', 'OUTCOME_ALLOW'],
    [signs, 'Ada', 'OUTCOME_ALLOW', 'OUTCOME_DENY_IMPLICIT'],
  ]);
  expect(await replayed(root, [], new Date(later.getTime() + 30_000))).toHaveLength(1);
});

test('behavior: an activity of a deleted user cannot be compared', async () => {
  const { root, ada, sign } = await newOrganization();
  expect(outcomeOf(await sign(ada, allowed))).toBe('REQUEST_NOT_AUTHORIZED');
  resultOf(await submit(root, 'delete_users', { userIds: [ada.userId] }));
  expect(ofType(await replayed(root, []), 'SIGN')).toEqual([
    'the user who submitted it was deleted, or belongs to the parent organization',
  ]);
});

test('behavior: an activity that was changed in the database cannot be compared', async () => {
  const { root, ada, sign } = await newOrganization();
  await addPolicy(service, root, { consensus: isBy(ada) });
  expect(outcomeOf(await sign(ada, allowed))).toBe('COMPLETED');
  await database.transaction(async (sql) => {
    await sql`
      update activities set status = 'ACTIVITY_STATUS_FAILED'
      where organization_id = ${root.organizationId} and type = ${signs}`;
  });
  expect(ofType(await replayed(root, []), 'SIGN')).toEqual(['it was changed outside of this service']);
});

test('behavior: reads in batches', async () => {
  const { root, ada } = await newOrganization();
  // Many activities have the same time.
  stopped = clock();
  const tags = Array.from({ length: 120 }, (_, index) =>
    submit(ada, 'create_user_tag', { userTagName: `Tag ${index}`, userIds: [] }),
  );
  await Promise.all(tags);
  stopped = undefined;
  const all = await replayed(root, [{ policyName: 'All', effect: 'EFFECT_ALLOW' }]);
  const ids = new Set(all.map(({ row }) => row.id));
  expect(ids.size).toBe(all.length);
  expect(ofType(all, 'CREATE_USER_TAG')).toEqual(
    tags.map(() => ['ACTIVITY_TYPE_CREATE_USER_TAG', 'Ada', 'OUTCOME_DENY_IMPLICIT', 'OUTCOME_ALLOW']),
  );
});
