import { generatePrivateKey } from '@mintmark/stamper';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPolicy, isBy, outcomeOf, transferTo } from '../../../test/policies.ts';
import { type Actor, newKey, type Reply, startService } from '../../../test/service.ts';
import { ethereumAccount } from '../../../test/wallets.ts';
import { verifyAudit } from '../audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask, send } = service;

const allowed = '0x00000000000000000000000000000000000000a1';
const other = '0x00000000000000000000000000000000000000b2';
const signs = "activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'";

/** An organization with a wallet: its root user, a user without any policy, and the address of the wallet's account. */
async function newOrganization(options: Parameters<typeof addOrganization>[1] = {}) {
  const [root, ...roots] = await addOrganization(service, options);
  const ada = await addUser(service, root, { userName: 'Ada' });
  const wallet = { walletName: 'Treasury', accounts: [ethereumAccount()] };
  const { walletId, addresses } = resultOf(await submit(root, 'create_wallet', wallet));
  let nonce = 0;
  const sign = (by: Actor, to: string, value = 1) =>
    submit(by, 'sign_transaction', {
      signWith: addresses[0],
      unsignedTransaction: transferTo(to, value, (++nonce % 120) + 1),
      type: 'TRANSACTION_TYPE_ETHEREUM',
    });
  return { root, roots, ada, walletId, address: addresses[0] as string, sign };
}

const tag = (by: Actor, name: string) => submit(by, 'create_user_tag', { userTagName: name, userIds: [] });
const approve = (by: Actor, { json }: Reply) =>
  submit(by, 'approve_activity', { fingerprint: json.activity.fingerprint });
const reject = (by: Actor, { json }: Reply) =>
  submit(by, 'reject_activity', { fingerprint: json.activity.fingerprint });

test('default: a user signs to an allowed destination, is refused elsewhere, and two approvers release a large one', async () => {
  const { root, ada, sign } = await newOrganization();
  const bob = await addUser(service, root);
  await addPolicy(service, root, {
    condition: `${signs} && eth.tx.to == '${allowed}' && eth.tx.value <= 10`,
    consensus: isBy(ada),
  });
  await addPolicy(service, root, {
    condition: `${signs} && eth.tx.to == '${allowed}' && eth.tx.value > 10`,
    consensus: `${isBy(ada)} && ${isBy(bob)}`,
  });
  expect(outcomeOf(await sign(ada, allowed))).toBe('COMPLETED');
  expect(outcomeOf(await sign(ada, other))).toBe('REQUEST_NOT_AUTHORIZED');
  const large = await sign(ada, allowed, 50);
  expect(outcomeOf(large)).toBe('CONSENSUS_NEEDED');
  expect(large.json.activity.result).toEqual({});
  const released = await approve(bob, large);
  expect(outcomeOf(released)).toBe('COMPLETED');
  expect(released.json.activity.result.signTransactionResult.signedTransaction).toMatch(/^[0-9a-f]+$/);
});

describe('what policies decide', () => {
  const rows: [title: string, policies: Parameters<typeof addPolicy>[2][], outcome: string][] = [
    ['nothing allows it', [], 'REQUEST_NOT_AUTHORIZED'],
    ['a policy without a condition', [{}], 'COMPLETED'],
    ['a condition that is false', [{ condition: "activity.resource == 'WALLET'" }], 'REQUEST_NOT_AUTHORIZED'],
    [
      'by resource and action',
      [{ condition: "activity.resource == 'USER' && activity.action == 'CREATE'" }],
      'COMPLETED',
    ],
    ['by kind', [{ condition: "activity.kind == 'CREATE_USER_TAG'" }], 'COMPLETED'],
    [
      'a denial wins',
      [{}, { effect: 'EFFECT_DENY', condition: "activity.action == 'CREATE'" }],
      'REQUEST_NOT_AUTHORIZED',
    ],
    [
      'a denial of something else',
      [{}, { effect: 'EFFECT_DENY', condition: "activity.action == 'SIGN'" }],
      'COMPLETED',
    ],
    [
      'a denial outside its time',
      [{}, { effect: 'EFFECT_DENY', time: "time.now < Timestamp('2020-01-01T00:00:00Z')" }],
      'COMPLETED',
    ],
    [
      'a permission outside its time',
      [{ time: "time.now < Timestamp('2020-01-01T00:00:00Z')" }],
      'REQUEST_NOT_AUTHORIZED',
    ],
    ['an error does not allow', [{ condition: "['a'][1] == 'a' || true" }], 'REQUEST_NOT_AUTHORIZED'],
    ['an error denies', [{}, { effect: 'EFFECT_DENY', condition: "['a'][1] == 'a'" }], 'REQUEST_NOT_AUTHORIZED'],
    [
      'a permission about what it does not have',
      [{ condition: `eth.tx.to == '${other}' || true` }],
      'REQUEST_NOT_AUTHORIZED',
    ],
    [
      'a denial about a parameter that it does not have',
      [{}, { effect: 'EFFECT_DENY', condition: "activity.params.hash_function == 'HASH_FUNCTION_NO_OP'" }],
      'COMPLETED',
    ],
    [
      'a denial about what it does not have',
      [{}, { effect: 'EFFECT_DENY', condition: `eth.tx.to != '${allowed}'` }],
      'COMPLETED',
    ],
  ];

  test.each(rows)('%s', async (_, policies, outcome) => {
    const [root] = await addOrganization(service);
    const ada = await addUser(service, root);
    for (const policy of policies) await addPolicy(service, root, policy);
    expect(outcomeOf(await tag(ada, 'Tag'))).toBe(outcome);
    // The root quorum passes all policies.
    expect(outcomeOf(await tag(root, 'Other'))).toBe('COMPLETED');
  });
});

test('behavior: a policy cannot allow what only the root quorum can', async () => {
  const { root, ada } = await newOrganization();
  await addPolicy(service, root, {});
  const feature = { name: 'FEATURE_NAME_SMS_AUTH' };
  expect(outcomeOf(await submit(ada, 'set_organization_feature', feature))).toBe('REQUEST_NOT_AUTHORIZED');
});

test('behavior: users manage their own credentials, unless a policy denies it', async () => {
  const { root, ada } = await newOrganization();
  const ask = () => submit(ada, 'create_api_keys', { userId: ada.userId, apiKeys: [] });
  expect(refusalOf(await ask())[1]).not.toBe('REQUEST_NOT_AUTHORIZED');
  await addPolicy(service, root, { effect: 'EFFECT_DENY', condition: "activity.resource == 'CREDENTIAL'" });
  expect(refusalOf(await ask())[1]).toBe('REQUEST_NOT_AUTHORIZED');
});

test('behavior: nobody can approve the login of another user, since it would become a login of the approver', async () => {
  const [one, two] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
  const denial = {
    policyName: 'No logins',
    effect: 'EFFECT_DENY',
    condition: "activity.resource == 'AUTH'",
    notes: '',
  };
  expect(outcomeOf(await approve(two, await submit(one, 'create_policy', denial)))).toBe('COMPLETED');
  const { publicKey } = newKey();
  const session = { targetPublicKey: generatePrivateKey('p256').publicKey.hex };
  for (const login of [
    await submit(one, 'stamp_login', { publicKey }),
    await submit(one, 'create_read_write_session', session),
  ]) {
    expect(refusalOf(login)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    const { activity } = (await ask(one, 'get_activity', { activityId: login.json.details[0].activityId })).json;
    expect(refusalOf(await approve(two, { ...login, json: { activity } }))).toEqual([400, 'ACTIVITY_NOT_OPEN']);
  }
  // For a named user it can wait.
  const named = await submit(one, 'create_read_write_session', { ...session, userId: one.userId });
  expect(outcomeOf(named)).toBe('CONSENSUS_NEEDED');
  expect(resultOf(await approve(two, named)).userId).toBe(one.userId);
});

test('behavior: a policy lets one root user act alone', async () => {
  const [one, two] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
  const waiting = await submit(one, 'create_policy', {
    policyName: 'One root user is enough for tags',
    effect: 'EFFECT_ALLOW',
    condition: "activity.resource == 'USER'",
    consensus: isBy(one),
    notes: '',
  });
  expect(outcomeOf(await approve(two, waiting))).toBe('COMPLETED');
  expect(outcomeOf(await tag(one, 'One'))).toBe('COMPLETED');
  expect(outcomeOf(await tag(two, 'Two'))).toBe('CONSENSUS_NEEDED');
});

test('behavior: a policy about transactions does not cover raw digests', async () => {
  const { root, ada, address } = await newOrganization();
  await addPolicy(service, root, { condition: `eth.tx.to == '${allowed}'`, consensus: isBy(ada) });
  const payload = { signWith: address, payload: '11'.repeat(32), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' };
  const raw = await submit(ada, 'sign_raw_payload', { ...payload, hashFunction: 'HASH_FUNCTION_NO_OP' });
  expect(outcomeOf(raw)).toBe('REQUEST_NOT_AUTHORIZED');
});

describe('consensus', () => {
  let root: Actor;
  let ada: Actor;
  let bob: Actor;
  let eve: Actor;
  let tagId: string;

  beforeAll(async () => {
    ({ root, ada } = await newOrganization());
    tagId = resultOf(await tag(root, 'Approvers')).userTagId;
    [bob, eve] = [await addUser(service, root, { userTags: [tagId] }), await addUser(service, root)];
    await addPolicy(service, root, {
      condition: "activity.kind == 'CREATE_USER_TAG'",
      consensus: `approvers.filter(user, user.tags.contains('${tagId}')).count() >= 2`,
    });
  });

  test('default: users of a tag approve what another user asks for', async () => {
    const cara = await addUser(service, root, { userTags: [tagId] });
    const waiting = await tag(ada, 'By two');
    expect(outcomeOf(waiting)).toBe('CONSENSUS_NEEDED');
    expect(waiting.json.activity).toMatchObject({ canApprove: false, canReject: false });
    const seen = async (actor: Actor) => {
      const { canApprove, canReject } = (await ask(actor, 'get_activity', { activityId: waiting.json.activity.id }))
        .json.activity;
      return [canApprove, canReject];
    };
    expect(await Promise.all([ada, eve, bob, root].map(seen))).toEqual([
      [false, false],
      [false, false],
      [true, true],
      [true, true],
    ]);
    const half = await approve(bob, waiting);
    expect(half.json.activity).toMatchObject({
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
      canApprove: false,
      canReject: true,
    });
    expect(refusalOf(await approve(eve, waiting))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    expect(refusalOf(await reject(eve, waiting))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    // The same body is an approval too.
    expect(outcomeOf(await send(cara, 'create_user_tag', waiting.body))).toBe('COMPLETED');
    expect(outcomeOf(await send(ada, 'create_user_tag', waiting.body))).toBe('COMPLETED');
  });

  test('behavior: the same body by a user whose approval does not count is refused, and changes nothing', async () => {
    const waiting = await tag(ada, 'Uncounted');
    expect(refusalOf(await send(eve, 'create_user_tag', waiting.body))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    const { json } = await ask(root, 'get_activity', { activityId: waiting.json.activity.id });
    expect(json.activity.votes).toHaveLength(1);
    // Whoever asked for it may ask what became of it.
    expect(outcomeOf(await send(ada, 'create_user_tag', waiting.body))).toBe('CONSENSUS_NEEDED');
  });

  test('behavior: one rejection by a user whose approval counts ends it', async () => {
    const waiting = await tag(ada, 'Rejected');
    expect(outcomeOf(await reject(bob, waiting))).toBe('REJECTED');
    expect(refusalOf(await approve(root, waiting))).toEqual([400, 'ACTIVITY_NOT_OPEN']);
  });

  test('behavior: a root user releases it without the others', async () => {
    expect(outcomeOf(await approve(root, await tag(ada, 'By root')))).toBe('COMPLETED');
  });

  const takings: [what: string, take: (cara: Actor) => Promise<Reply>][] = [
    [
      'key',
      async (cara) => {
        // A user cannot lose the last one.
        resultOf(await submit(root, 'create_api_keys', { userId: cara.userId, apiKeys: [newKey().apiKey] }));
        const { apiKeys } = (await ask(root, 'get_api_keys', { userId: cara.userId })).json;
        const used = apiKeys.find((one: { credential: Actor }) => one.credential.publicKey === cara.publicKey);
        return submit(root, 'delete_api_keys', { userId: cara.userId, apiKeyIds: [used.apiKeyId] });
      },
    ],
    ['tag', (cara) => submit(root, 'update_user', { userId: cara.userId, userTagIds: [] })],
    ['account', (cara) => submit(root, 'delete_users', { userIds: [cara.userId] })],
  ];

  test.each(takings)('behavior: an approval no longer counts once its user has lost the %s', async (what, take) => {
    const cara = await addUser(service, root, { userTags: [tagId] });
    const waiting = await tag(ada, `Without ${what}`);
    expect(outcomeOf(await approve(cara, waiting))).toBe('CONSENSUS_NEEDED');
    resultOf(await take(cara));
    expect(outcomeOf(await approve(bob, waiting))).toBe('CONSENSUS_NEEDED');
  });
});

test('behavior: a policy that cannot be evaluated for one of several payloads still counts votes on the others', async () => {
  const { root, ada, address } = await newOrganization();
  const bob = await addUser(service, root);
  await addPolicy(service, root, {
    condition: "eth.eip_712.primary_type == 'A' && eth.eip_712.message['a'] == 'x'",
    consensus: isBy(bob),
  });
  await addPolicy(service, root, { condition: "eth.eip_712.primary_type == 'B'" });
  const typed = (primaryType: string, name: string) =>
    JSON.stringify({
      types: { [primaryType]: [{ name, type: 'string' }] },
      primaryType,
      domain: { name: 'App' },
      message: { [name]: 'x' },
    });
  const waiting = await submit(ada, 'sign_raw_payloads', {
    signWith: address,
    payloads: [typed('A', 'a'), typed('B', 'b')],
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });
  expect(outcomeOf(waiting)).toBe('CONSENSUS_NEEDED');
  expect(outcomeOf(await approve(bob, waiting))).toBe('COMPLETED');
});

test('behavior: nobody is told to vote on what would be refused', async () => {
  const [one, two] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
  const both = async (waiting: Reply) => resultOf(await approve(two, waiting));
  const key = newKey();
  const user = { userName: 'Eve', userTags: [], apiKeys: [key.apiKey], authenticators: [], oauthProviders: [] };
  const { userIds } = await both(await submit(one, 'create_users', { users: [user] }));
  const eve: Actor = { ...one, ...key, userId: userIds[0] };
  const policy = (more: object) =>
    submit(one, 'create_policy', {
      policyName: `Of ${JSON.stringify(more).length}`,
      effect: 'EFFECT_ALLOW',
      notes: '',
      ...more,
    });
  await both(await policy({ consensus: `${isBy(eve)} && approvers.count() >= 3` }));
  const canVote = async (waiting: Reply) => {
    const { activity } = (await ask(eve, 'get_activity', { activityId: waiting.json.activity.id })).json;
    return activity.canApprove || activity.canReject;
  };
  const waiting = await tag(one, 'Tag');
  expect(await canVote(waiting)).toBe(true);
  const quorumOnly = await submit(one, 'set_organization_feature', { name: 'FEATURE_NAME_SMS_AUTH' });
  expect(await canVote(quorumOnly)).toBe(false);
  expect(refusalOf(await reject(eve, quorumOnly))[1]).toBe('REQUEST_NOT_AUTHORIZED');
  await both(await policy({ effect: 'EFFECT_DENY', condition: "activity.kind == 'CREATE_USER_TAG'" }));
  expect(await canVote(waiting)).toBe(false);
  expect(refusalOf(await reject(eve, waiting))[1]).toBe('REQUEST_NOT_AUTHORIZED');
});

test('behavior: a change of policies decides again about what waits', async () => {
  const { root, ada } = await newOrganization();
  const bob = await addUser(service, root);
  const condition = "activity.kind == 'CREATE_USER_TAG'";
  const policyId = await addPolicy(service, root, { condition, consensus: `${isBy(ada)} && ${isBy(bob)}` });
  const [first, second, third] = [await tag(ada, 'First'), await tag(ada, 'Second'), await tag(ada, 'Third')];
  resultOf(await submit(root, 'update_policy', { policyId, policyConsensus: isBy(ada) }));
  // What is enough now is enough as soon as somebody asks.
  expect(outcomeOf(await send(ada, 'create_user_tag', first.body))).toBe('COMPLETED');
  resultOf(await submit(root, 'delete_policy', { policyId }));
  expect(refusalOf(await approve(bob, second))[1]).toBe('REQUEST_NOT_AUTHORIZED');
  await addPolicy(service, root, { condition, consensus: `${isBy(ada)} && ${isBy(bob)}` });
  await addPolicy(service, root, { effect: 'EFFECT_DENY', condition });
  expect(refusalOf(await approve(bob, third))[1]).toBe('REQUEST_NOT_AUTHORIZED');
});

test('behavior: what policies said about each vote is kept', async () => {
  const { root, ada } = await newOrganization();
  const bob = await addUser(service, root);
  const condition = "activity.kind == 'CREATE_USER_TAG'";
  const two = await addPolicy(service, root, { condition, consensus: `${isBy(ada)} && ${isBy(bob)}` });
  const never = await addPolicy(service, root, { condition: "activity.resource == 'WALLET'" });
  const waiting = await tag(ada, 'Kept');
  const { json } = await approve(bob, waiting);
  const activityId = json.activity.id;
  const { policyEvaluations } = (await ask(ada, 'get_policy_evaluations', { activityId })).json;
  expect(policyEvaluations.map((one: never) => one['policyEvaluations'])).toEqual([
    [
      { policyId: two, outcome: 'OUTCOME_REQUIRES_CONSENSUS' },
      { policyId: never, outcome: 'OUTCOME_DENY_IMPLICIT' },
    ],
    [
      { policyId: two, outcome: 'OUTCOME_ALLOW' },
      { policyId: never, outcome: 'OUTCOME_DENY_IMPLICIT' },
    ],
  ]);
  const votes = json.activity.votes.map(({ id }: never) => id);
  expect(policyEvaluations.map(({ voteId }: never) => voteId)).toEqual(votes);
  const denied = await submit(ada, 'create_private_key_tag', { privateKeyTagName: 'No', privateKeyIds: [] });
  const [detail] = denied.json.details;
  const { json: kept } = await ask(ada, 'get_policy_evaluations', { activityId: detail.activityId });
  expect(kept.policyEvaluations).toMatchObject([{ voteId: '', activityId: detail.activityId }]);
});

describe('races', () => {
  test('behavior: of 20 approvals at the same time, two are enough and one executes', async () => {
    const { root, ada } = await newOrganization();
    const approvers = [];
    for (let count = 0; count < 20; count++) approvers.push(await addUser(service, root));
    await addPolicy(service, root, {
      condition: "activity.kind == 'CREATE_USER_TAG'",
      consensus: 'approvers.count() >= 3',
    });
    const waiting = await tag(ada, 'Once');
    const replies = await Promise.all(approvers.map((actor) => approve(actor, waiting)));
    const { userTags } = (await ask(root, 'list_user_tags')).json;
    expect(userTags.filter(({ tagName }: never) => tagName === 'Once')).toHaveLength(1);
    const outcomes = replies.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 'COMPLETED')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'CONSENSUS_NEEDED')).toHaveLength(1);
  });

  test('behavior: an approval and a rejection at the same time have one outcome', async () => {
    const { root, ada } = await newOrganization();
    const [bob, cara] = [await addUser(service, root), await addUser(service, root)];
    await addPolicy(service, root, {
      condition: "activity.kind == 'CREATE_USER_TAG'",
      consensus: `${isBy(bob)} || ${isBy(cara)}`,
    });
    for (let round = 0; round < 10; round++) {
      const waiting = await tag(ada, `Round ${round}`);
      const voted = await Promise.all([approve(bob, waiting), reject(cara, waiting)]);
      const { json } = await ask(root, 'get_activity', { activityId: waiting.json.activity.id });
      const { userTags } = (await ask(root, 'list_user_tags')).json;
      const isMade = userTags.some(({ tagName }: never) => tagName === `Round ${round}`);
      expect(voted.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(json.activity.status).toBe(isMade ? 'ACTIVITY_STATUS_COMPLETED' : 'ACTIVITY_STATUS_REJECTED');
    }
  });

  test('behavior: a signature is not given once its policy is gone', async () => {
    const { root, ada, sign } = await newOrganization();
    const policyId = await addPolicy(service, root, { condition: signs, consensus: isBy(ada) });
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () => sign(ada, allowed)),
      submit(root, 'delete_policy', { policyId }),
      ...Array.from({ length: 10 }, () => sign(ada, allowed)),
    ]);
    expect(new Set(replies.map(outcomeOf))).toEqual(new Set(['COMPLETED', 'REQUEST_NOT_AUTHORIZED']));
    expect(outcomeOf(await sign(ada, allowed))).toBe('REQUEST_NOT_AUTHORIZED');
  });
});

test('behavior: the audit covers policies and what they said', async () => {
  const { problems } = await verifyAudit(service);
  expect(problems).toEqual([]);
});
