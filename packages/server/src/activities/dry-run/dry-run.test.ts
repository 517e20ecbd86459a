import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPolicy, isBy, transferTo } from '../../../test/policies.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { readTables } from '../../../test/table-state.ts';
import { ethereumAccount } from '../../../test/wallets.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask, send } = service;

const allowed = '0x00000000000000000000000000000000000000a1';
const other = '0x00000000000000000000000000000000000000b2';

// No two bodies are the same, as two with the same time would be.
const start = Date.now();
let submissions = 0;
const bodyOf = ({ organizationId }: Actor, type: string, parameters: object) =>
  JSON.stringify({ type, timestampMs: String(start - ++submissions), organizationId, parameters });
const dryRun = (by: Actor, request: string) => ask(by, 'dry_run_activity', { request });
const tagBody = (by: Actor, userTagName: string) =>
  bodyOf(by, 'ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName, userIds: [] });

test('default: says what would be allowed and why, and writes nothing', async () => {
  const [root] = await addOrganization(service);
  const [ada, bob] = [await addUser(service, root), await addUser(service, root)];
  const wallet = { walletName: 'Treasury', accounts: [ethereumAccount()] };
  const { addresses } = resultOf(await submit(root, 'create_wallet', wallet));
  const small = await addPolicy(service, root, {
    policyName: 'Small transfers',
    condition: `eth.tx.to == '${allowed}' && eth.tx.value <= 10`,
    consensus: isBy(ada),
  });
  const large = await addPolicy(service, root, {
    policyName: 'Large transfers',
    condition: `eth.tx.to == '${allowed}' && eth.tx.value > 10`,
    consensus: `${isBy(ada)} && ${isBy(bob)}`,
  });
  const sign = (to: string, value: number) =>
    bodyOf(ada, 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
      signWith: addresses[0],
      unsignedTransaction: transferTo(to, value),
      type: 'TRANSACTION_TYPE_ETHEREUM',
    });
  const before = await readTables(service.database);
  expect((await dryRun(ada, sign(allowed, 5))).json).toEqual({
    outcome: 'OUTCOME_ALLOW',
    policies: [
      {
        policyId: small,
        policyName: 'Small transfers',
        outcome: 'OUTCOME_ALLOW',
        expression: `eth.tx.to == '${allowed}' && eth.tx.value <= 10`,
        values: [
          { name: 'eth.tx.to', value: `'${allowed}'` },
          { name: 'eth.tx.value', value: '5' },
        ],
      },
      {
        policyId: large,
        policyName: 'Large transfers',
        outcome: 'OUTCOME_DENY_IMPLICIT',
        expression: 'eth.tx.value > 10',
        values: [{ name: 'eth.tx.value', value: '5' }],
      },
    ],
    missingApprovals: [],
  });
  expect((await dryRun(ada, sign(other, 5))).json).toMatchObject({
    outcome: 'OUTCOME_DENY_IMPLICIT',
    policies: [{ expression: `eth.tx.to == '${allowed}'` }, { expression: `eth.tx.to == '${allowed}'` }],
  });
  expect((await dryRun(ada, sign(allowed, 50))).json).toMatchObject({
    outcome: 'OUTCOME_REQUIRES_CONSENSUS',
    policies: [{}, { outcome: 'OUTCOME_REQUIRES_CONSENSUS', expression: isBy(bob) }],
    missingApprovals: [
      { consensus: '', threshold: 1, userIds: [root.userId] },
      { policyId: large, consensus: `${isBy(ada)} && ${isBy(bob)}`, userIds: [bob.userId] },
    ],
  });
  expect(await readTables(service.database)).toEqual(before);
});

test('behavior: an explicit denial, the root quorum, and a body that was submitted before', async () => {
  const [root] = await addOrganization(service);
  const ada = await addUser(service, root);
  await addPolicy(service, root, { effect: 'EFFECT_DENY', condition: "activity.resource == 'USER'" });
  const outcome = async (by: Actor, request: string) => (await dryRun(by, request)).json.outcome;
  expect(await outcome(ada, tagBody(ada, 'A'))).toBe('OUTCOME_DENY_EXPLICIT');
  const body = tagBody(root, 'B');
  expect(await outcome(root, body)).toBe('OUTCOME_ALLOW');
  resultOf(await send(root, 'create_user_tag', body));
  expect(await outcome(root, body)).toBe('OUTCOME_ALLOW');
});

const wrong: [title: string, request: (root: Actor) => string, problem: string][] = [
  ['no JSON', () => 'nonsense', 'REQUEST_INVALID: '],
  ['a query', ({ organizationId }) => JSON.stringify({ organizationId }), 'type: must be'],
  ['a vote', (root) => bodyOf(root, 'ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint: '' }), 'type: must be'],
  ['another organization', () => tagBody(service.root, 'X'), 'organizationId: must be'],
  ['wrong parameters', (root) => bodyOf(root, 'ACTIVITY_TYPE_CREATE_USER_TAG', {}), 'parameters.userTagName: '],
  [
    'an old body',
    ({ organizationId }) =>
      tagBody({ organizationId } as Actor, 'Old').replace(/"timestampMs":"\d+"/, '"timestampMs":"1600000000000"'),
    'INVALID_TIME: ',
  ],
];

test.each(wrong)('error: %s', async (_, request, problem) => {
  const [root] = await addOrganization(service);
  const reply = await dryRun(root, request(root));
  expect(refusalOf(reply)).toEqual([400, 'REQUEST_INVALID']);
  expect(reply.json.details[1].fieldViolations).toEqual([
    { field: 'request', description: expect.stringContaining(problem) },
  ]);
});

test('behavior: what a submission could not find is a mistake in the text', async () => {
  const [root] = await addOrganization(service);
  const body = bodyOf(root, 'ACTIVITY_TYPE_EXPORT_WALLET', {
    walletId: root.userId,
    targetPublicKey: root.publicKey,
  });
  const { json } = await dryRun(root, body);
  expect(json.message).toMatch(/^request: /);
});

test('behavior: a user of the parent would be denied', async () => {
  const [root] = await addOrganization(service, { parentId: service.root.organizationId });
  const request = tagBody(root, 'A');
  const { json } = await ask({ ...service.root, organizationId: root.organizationId }, 'dry_run_activity', { request });
  expect(json).toEqual({ outcome: 'OUTCOME_DENY_IMPLICIT', policies: [], missingApprovals: [] });
});
