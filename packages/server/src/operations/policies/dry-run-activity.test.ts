import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPolicy, isBy, outcomeOf, transferTo } from '../../../test/policies.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { readTables } from '../../../test/table-state.ts';
import { ethereumAccount } from '../../../test/wallets.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;

const allowed = '0x00000000000000000000000000000000000000a1';
const other = '0x00000000000000000000000000000000000000b2';
const noPolicyId = '00000000-0000-0000-0000-000000000000';
const unknownId = '0199c3a4-0000-7000-8000-000000000000';

async function newOrganization() {
  const [root] = await addOrganization(service);
  const [ada, bob] = [await addUser(service, root), await addUser(service, root)];
  const wallet = { walletName: 'Treasury', accounts: [ethereumAccount()] };
  const { addresses } = resultOf(await submit(root, 'create_wallet', wallet));
  const parametersOf = (to: string, value: number) => ({
    signWith: addresses[0],
    unsignedTransaction: transferTo(to, value),
    type: 'TRANSACTION_TYPE_ETHEREUM',
  });
  const sign = (by: Actor, to: string, value = 1) => submit(by, 'sign_transaction', parametersOf(to, value));
  const textOf = (to: string, value = 1) =>
    JSON.stringify({
      type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
      timestampMs: String(Date.now()),
      organizationId: root.organizationId,
      parameters: parametersOf(to, value),
    });
  return { root, ada, bob, sign, textOf };
}

const dryRun = (by: Actor, request: object) => ask(by, 'dry_run_activity', request);
const idOf = ({ json }: Awaited<ReturnType<typeof submit>>): string => json.activity?.id ?? json.details[0].activityId;

const proposal = (members: object = {}) => ({ policyName: 'Proposed', effect: 'EFFECT_ALLOW', ...members });

describe('a past activity', () => {
  test('default: is decided again as a request of its submitter, whoever asks, and nothing is written', async () => {
    const { root, ada, bob, sign } = await newOrganization();
    const condition = `eth.tx.to == '${allowed}'`;
    const policyId = await addPolicy(service, root, { policyName: 'There', condition, consensus: isBy(ada) });
    const activityId = idOf(await sign(ada, allowed));
    const before = await readTables(service.database);
    const explained = {
      policyId,
      policyName: 'There',
      outcome: 'OUTCOME_ALLOW',
      expression: condition,
      values: [{ name: 'eth.tx.to', value: `'${allowed}'` }],
    };
    const answer = {
      outcome: 'OUTCOME_ALLOW',
      reason: 'allowed by "There"',
      policies: [explained],
      missingApprovals: [],
    };
    for (const by of [bob, root]) expect((await dryRun(by, { activityId })).json).toEqual(answer);
    expect(await readTables(service.database)).toEqual(before);
  });

  test('args: withValues says what policies see of it, also if none was asked, and less once its wallet is gone', async () => {
    const { root, sign } = await newOrganization();
    const activityId = idOf(await sign(root, allowed, 7));
    const { json } = await dryRun(root, { activityId, withValues: true });
    expect(json.values).toEqual(
      expect.arrayContaining([
        { name: 'activity.kind', value: "'SIGN_TRANSACTION'" },
        { name: 'wallet.label', value: "'Treasury'" },
        { name: 'eth.tx.to', value: `'${allowed}'` },
        { name: 'eth.tx.value', value: '7' },
      ]),
    );
    const { wallets } = (await ask(root, 'list_wallets', {})).json;
    resultOf(await submit(root, 'delete_wallets', { walletIds: [wallets[0].walletId], deleteWithoutExport: true }));
    const after = (await dryRun(root, { activityId, withValues: true })).json;
    expect(after.outcome).toBe('OUTCOME_ALLOW');
    expect(after.values.map(({ name }: { name: string }) => name)).not.toContain('eth.tx.to');
  });

  test('behavior: the policies are those of now', async () => {
    const { root, ada, sign } = await newOrganization();
    const policyId = await addPolicy(service, root, { policyName: 'There', consensus: isBy(ada) });
    const activityId = idOf(await sign(ada, allowed));
    resultOf(await submit(root, 'delete_policy', { policyId }));
    expect((await dryRun(root, { activityId })).json).toEqual({
      outcome: 'OUTCOME_DENY_IMPLICIT',
      reason: 'no policy allows it',
      policies: [],
      missingApprovals: [],
    });
  });

  test('behavior: the approvals are those that it had, and those that are missing are named', async () => {
    const { root, ada, bob, sign } = await newOrganization();
    const consensus = `${isBy(ada)} && ${isBy(bob)}`;
    const policyId = await addPolicy(service, root, { policyName: 'Both', consensus });
    const waiting = await sign(ada, allowed);
    const activityId = idOf(waiting);
    expect((await dryRun(root, { activityId })).json).toMatchObject({
      outcome: 'OUTCOME_REQUIRES_CONSENSUS',
      missingApprovals: [
        { consensus: '', threshold: 1, userIds: [root.userId] },
        { policyId, consensus, userIds: [bob.userId] },
      ],
    });
    const { fingerprint } = waiting.json.activity;
    expect(outcomeOf(await submit(bob, 'approve_activity', { fingerprint }))).toBe('COMPLETED');
    expect((await dryRun(root, { activityId })).json.outcome).toBe('OUTCOME_ALLOW');
  });

  test('behavior: a denied one, and what the root quorum did', async () => {
    const { root, ada, sign } = await newOrganization();
    const denied = idOf(await sign(ada, other));
    expect((await dryRun(ada, { activityId: denied })).json.outcome).toBe('OUTCOME_DENY_IMPLICIT');
    const byRoot = idOf(await sign(root, other));
    expect((await dryRun(ada, { activityId: byRoot })).json).toEqual({
      outcome: 'OUTCOME_ALLOW',
      reason: 'the root quorum approves it',
      policies: [],
      missingApprovals: [],
    });
  });

  test('behavior: a parent asks about an activity of its sub-organization', async () => {
    const [root] = await addOrganization(service, { parentId: service.root.organizationId });
    const activityId = idOf(await submit(root, 'create_user_tag', { userTagName: 'A', userIds: [] }));
    const parent = { ...service.root, organizationId: root.organizationId };
    const { json } = await dryRun(parent, { activityId, proposedPolicies: [proposal({ effect: 'EFFECT_DENY' })] });
    expect(json).toMatchObject({ outcome: 'OUTCOME_ALLOW', reason: 'the root quorum approves it' });
  });

  test('error: an unknown one, and one of another organization', async () => {
    const { root } = await newOrganization();
    const { root: stranger, sign } = await newOrganization();
    const foreign = idOf(await sign(stranger, allowed));
    for (const activityId of [unknownId, foreign])
      expect(refusalOf(await dryRun(root, { activityId }))).toEqual([404, 'ACTIVITY_NOT_FOUND']);
  });

  test('error: one whose submitter was deleted', async () => {
    const { root, ada, sign } = await newOrganization();
    const activityId = idOf(await sign(ada, allowed));
    resultOf(await submit(root, 'delete_users', { userIds: [ada.userId] }));
    const reply = await dryRun(root, { activityId });
    expect(refusalOf(reply)).toEqual([400, 'ACTIVITY_NOT_DECIDABLE']);
    expect(reply.json.message).toContain('the user who submitted it was deleted');
  });
});

describe('proposed policies', () => {
  test('default: decide about a request and a past activity as if they were stored', async () => {
    const { root, ada, bob, sign, textOf } = await newOrganization();
    const stored = await addPolicy(service, root, {
      policyName: 'Small',
      condition: 'eth.tx.value <= 10',
      consensus: isBy(ada),
    });
    const activityId = idOf(await sign(ada, allowed, 5));
    const smaller = proposal({ policyId: stored, policyName: 'Smaller', condition: 'eth.tx.value <= 1' });
    const consensus = `${isBy(ada)} && ${isBy(bob)}`;
    const both = proposal({ policyName: 'Both', consensus });
    const before = await readTables(service.database);
    for (const subject of [{ activityId }, { request: textOf(allowed, 5) }]) {
      expect((await dryRun(ada, { ...subject, proposedPolicies: [both, smaller] })).json).toMatchObject({
        outcome: 'OUTCOME_REQUIRES_CONSENSUS',
        policies: [
          { policyId: stored, proposedIndex: 1, policyName: 'Smaller', outcome: 'OUTCOME_DENY_IMPLICIT' },
          { policyId: noPolicyId, proposedIndex: 0, policyName: 'Both', outcome: 'OUTCOME_REQUIRES_CONSENSUS' },
        ],
        missingApprovals: [
          { threshold: 1 },
          { policyId: noPolicyId, proposedIndex: 0, consensus, userIds: [bob.userId] },
        ],
      });
      const { json } = await dryRun(ada, subject);
      expect(json.outcome).toBe('OUTCOME_ALLOW');
      expect(json.policies[0]).not.toHaveProperty('proposedIndex');
    }
    expect(await readTables(service.database)).toEqual(before);
  });

  test('behavior: policies that are left out do not decide', async () => {
    const { root, ada, sign, textOf } = await newOrganization();
    const allow = await addPolicy(service, root, { consensus: isBy(ada) });
    const activityId = idOf(await sign(ada, allowed));
    const deny = await addPolicy(service, root, { effect: 'EFFECT_DENY', condition: "activity.action == 'SIGN'" });
    const outcome = async (withoutPolicyIds: string[]) => {
      const past = await dryRun(ada, { activityId, withoutPolicyIds });
      const now = await dryRun(ada, { request: textOf(allowed), withoutPolicyIds });
      expect(now.json.outcome).toBe(past.json.outcome);
      return past.json.outcome;
    };
    expect(await outcome([])).toBe('OUTCOME_DENY_EXPLICIT');
    expect(await outcome([deny.toUpperCase()])).toBe('OUTCOME_ALLOW');
    expect(await outcome([deny, allow])).toBe('OUTCOME_DENY_IMPLICIT');
  });

  test('behavior: a proposed time is that of the decision', async () => {
    const { ada, sign } = await newOrganization();
    const activityId = idOf(await sign(ada, allowed));
    const then = new Date().toISOString();
    const outcome = async (time: string) =>
      (await dryRun(ada, { activityId, proposedPolicies: [proposal({ time })] })).json.policies[0].outcome;
    expect(await outcome(`time.now <= Timestamp('${then}')`)).toBe('OUTCOME_ALLOW');
    expect(await outcome(`time.now > Timestamp('${then}')`)).toBe('OUTCOME_TIME_INACTIVE');
  });

  const wrong: [title: string, request: (one: { stored: string }) => object, error: unknown][] = [
    ['a replaced policy that does not exist', () => ({ proposedPolicies: [proposal({ policyId: unknownId })] }), 404],
    [
      'the id of a policy that is not stored',
      () => ({ proposedPolicies: [proposal({ policyId: noPolicyId })] }),
      [404, 'RESOURCE_NOT_FOUND'],
    ],
    ['an unknown policy to leave out', () => ({ withoutPolicyIds: [unknownId] }), [404, 'RESOURCE_NOT_FOUND']],
    [
      'the name of a stored policy',
      () => ({ proposedPolicies: [proposal({ policyName: 'Stored' })] }),
      [409, 'ALREADY_EXISTS'],
    ],
    ['the same name twice', () => ({ proposedPolicies: [proposal(), proposal()] }), [409, 'ALREADY_EXISTS']],
    [
      'the same policy replaced twice',
      ({ stored }) => ({
        proposedPolicies: [
          proposal({ policyId: stored }),
          proposal({ policyId: stored.toUpperCase(), policyName: 'B' }),
        ],
      }),
      [400, 'REQUEST_INVALID'],
    ],
    [
      'a policy replaced and left out',
      ({ stored }) => ({ proposedPolicies: [proposal({ policyId: stored })], withoutPolicyIds: [stored] }),
      [400, 'REQUEST_INVALID'],
    ],
    [
      'too many',
      () => ({ proposedPolicies: Array.from({ length: 21 }, (_, index) => proposal({ policyName: `${index}` })) }),
      [400, 'REQUEST_INVALID'],
    ],
  ];

  test.each(wrong)('error: %s', async (_, request, error) => {
    const { root, ada, sign, textOf } = await newOrganization();
    const stored = await addPolicy(service, root, { policyName: 'Stored' });
    const activityId = idOf(await sign(ada, allowed));
    for (const subject of [{ activityId }, { request: textOf(allowed) }]) {
      const [status, code] = refusalOf(await dryRun(ada, { ...subject, ...request({ stored }) }));
      expect(Array.isArray(error) ? [status, code] : status).toEqual(error);
    }
  });

  test('error: an expression that does not compile, with the member, the line and the column', async () => {
    const { ada, textOf } = await newOrganization();
    const proposedPolicies = [proposal(), proposal({ policyName: 'B', consensus: 'approvers.count() >=\n  oops' })];
    const reply = await dryRun(ada, { request: textOf(allowed), proposedPolicies });
    expect(refusalOf(reply)).toEqual([400, 'INVALID_POLICY']);
    expect(reply.json.details[1].fieldViolations).toEqual([
      { field: 'proposedPolicies.1.consensus', description: expect.stringMatching(/^line 2, column 3: /) },
    ]);
  });

  test('error: for what a user of the parent would submit', async () => {
    const [root] = await addOrganization(service, { parentId: service.root.organizationId });
    const parent = { ...service.root, organizationId: root.organizationId };
    const reply = await dryRun(parent, { request: '{}', proposedPolicies: [proposal()] });
    expect(refusalOf(reply)).toEqual([400, 'REQUEST_INVALID']);
    expect(reply.json.message).toContain("are decided by the parent's policies");
  });
});

test.each([
  ['neither a request nor an activity', {}],
  ['both', { request: '{}', activityId: unknownId }],
])('error: %s', async (_, request) => {
  const [root] = await addOrganization(service);
  expect(refusalOf(await dryRun(root, request))).toEqual([400, 'REQUEST_INVALID']);
});
