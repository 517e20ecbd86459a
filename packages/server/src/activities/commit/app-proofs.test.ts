import { createHash } from 'node:crypto';
import { digestDecisionContext, digestOrganizationData, digestPolicies } from '@mintmark/stamper/proofs';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPolicy, isBy } from '../../../test/policies.ts';
import { addressesIn, decisionsIn, payloadsOf } from '../../../test/proofs.ts';
import { type Actor, type Reply, startService } from '../../../test/service.ts';
import { readTables } from '../../../test/table-state.ts';
import { ethereumAccount, keyMovements, knownAddress, knownMnemonic, solanaAccount } from '../../../test/wallets.ts';
import { ActivityFailure } from '../../core/model/api-error.ts';
import { activityHandler } from '../../operations/handlers.ts';
import { verifyAudit } from '../audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { ask, submit, send, root } = service;

const { sealMnemonic, sealPrivateKey } = keyMovements(service);

const asked = { generateAppProofs: true };
const tag = (name: string) => ({ userTagName: name, userIds: [] });
const provedIn = async (actor: Actor, { json }: Reply) => payloadsOf(service, actor, json.activity.appProofs);
const proofsOf = async (actor: Actor, activityId: string) =>
  (await ask(actor, 'list_app_proofs', { activityId })).json.appProofs;
const credentialOf = async (actor: Actor) =>
  (await ask(actor, 'get_api_keys', { userId: actor.userId })).json.apiKeys[0].apiKeyId;

/** The digest of an organization, from answers of the service alone. */
async function organizationDigest(organization: Actor, approvers: readonly Actor[]) {
  const { organizationId } = organization;
  const { quorum } = (await ask(organization, 'get_organization_configs')).json.configs;
  const { policies } = (await ask(organization, 'list_policies')).json;
  return digestOrganizationData({
    organizationId,
    rootThreshold: quorum.threshold,
    policiesDigest: policies.length > 0 ? await digestPolicies(organizationId, policies) : null,
    approvers: await Promise.all(
      approvers.map(async (actor) => ({
        userId: actor.userId,
        isRoot: quorum.userIds.includes(actor.userId),
        credentialId: await credentialOf(actor),
      })),
    ),
  });
}

describe('default: the decision about an activity', () => {
  test('of one root user', async () => {
    const reply = await submit(root, 'create_user_tag', tag('One'), asked);
    const { activity } = reply.json;
    const payloads = await provedIn(root, reply);
    expect(payloads).toMatchObject([{ type: 'APP_PROOF_TYPE_POLICY_OUTCOME' }]);
    const [vote] = activity.votes;
    expect(decisionsIn(payloads)).toEqual([
      {
        organizationId: root.organizationId,
        outcome: 'OUTCOME_ALLOW',
        decisionContextDigest: await digestDecisionContext({
          activityId: activity.id,
          organizationId: root.organizationId,
          type: activity.type,
          fingerprint: activity.fingerprint,
          userIds: [root.userId],
          policyEvaluations: [],
        }),
        organizationDataDigest: await organizationDigest(root, [root]),
        parentOrganizationDataDigest: '',
        userRequestApprovals: [
          { scheme: vote.scheme, publicKey: vote.publicKey, message: reply.body, signature: vote.signature },
        ],
      },
    ]);
    expect(`sha256:${createHash('sha256').update(reply.body).digest('hex')}`).toBe(activity.fingerprint);
  });

  test('by policies and several users', async () => {
    const [ada] = await addOrganization(service);
    const eve = await addUser(service, ada);
    const kim = await addUser(service, ada);
    const consensus = `${isBy(eve)} && ${isBy(kim)}`;
    await addPolicy(service, ada, { consensus, notes: 'Both' });
    await addPolicy(service, ada, { effect: 'EFFECT_DENY', condition: "activity.resource == 'WALLET'" });
    const waiting = await submit(eve, 'create_user_tag', tag('Both'), asked);
    const { fingerprint, id: activityId, type } = waiting.json.activity;
    expect(waiting.json.activity.appProofs).toBeUndefined();
    expect(await proofsOf(ada, activityId)).toEqual([]);
    const approved = await submit(kim, 'approve_activity', { fingerprint });
    const [decision] = decisionsIn(await provedIn(ada, approved));
    const { policyEvaluations } = (await ask(ada, 'get_policy_evaluations', { activityId })).json;
    expect(decision).toMatchObject({
      outcome: 'OUTCOME_ALLOW',
      decisionContextDigest: await digestDecisionContext({
        activityId,
        organizationId: ada.organizationId,
        type,
        fingerprint,
        userIds: [eve.userId, kim.userId],
        policyEvaluations: policyEvaluations.at(-1).policyEvaluations,
      }),
      organizationDataDigest: await organizationDigest(ada, [eve, kim]),
    });
    expect(decision?.userRequestApprovals.map(({ message }) => message)).toEqual([waiting.body, approved.body]);
  });

  test.each([
    ['OUTCOME_DENY_IMPLICIT', undefined],
    ['OUTCOME_DENY_EXPLICIT', { effect: 'EFFECT_DENY' }],
  ] as const)('that is denied: %s', async (outcome, policy) => {
    const [ada] = await addOrganization(service);
    const eve = await addUser(service, ada);
    if (policy) await addPolicy(service, ada, policy);
    const denied = await submit(eve, 'create_user_tag', tag('Denied'), asked);
    expect(refusalOf(denied)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    const { activityId } = denied.json.details[0];
    const proofs = await proofsOf(eve, activityId);
    const [decision] = decisionsIn(await payloadsOf(service, eve, proofs));
    expect(decision).toMatchObject({ outcome, userRequestApprovals: [{ message: denied.body }] });
    expect(decision?.organizationDataDigest).toBe(await organizationDigest(ada, [eve]));
    // The root user may still submit it, which is another decision.
    const allowed = await send(ada, 'create_user_tag', denied.body);
    const both = decisionsIn(await provedIn(ada, allowed));
    expect(both.map((one) => one.outcome)).toEqual([outcome, 'OUTCOME_ALLOW']);
  });

  test('that is rejected', async () => {
    const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
    const { fingerprint } = (await submit(ada, 'create_user_tag', tag('No'), asked)).json.activity;
    const rejected = await submit(bob, 'reject_activity', { fingerprint });
    expect(decisionsIn(await provedIn(ada, rejected))).toMatchObject([
      { outcome: 'OUTCOME_REJECTED', userRequestApprovals: [{ message: rejected.body }] },
    ]);
  });

  test('of a user of the parent', async () => {
    const [child] = await addOrganization(service, {
      parentId: root.organizationId,
      features: ['FEATURE_NAME_OTP_EMAIL_AUTH'],
    });
    const contact = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', appName: 'App' };
    const { organizationId } = child;
    const reply = await submit(root, 'init_otp', contact, { organizationId, ...asked });
    expect(reply.json).toMatchObject({ activity: { organizationId } });
    const [decision] = decisionsIn(await provedIn(child, reply));
    expect(decision).toMatchObject({
      organizationId,
      organizationDataDigest: await organizationDigest(child, []),
      parentOrganizationDataDigest: await organizationDigest(root, [root]),
    });
  });
});

describe('behavior: addresses', () => {
  const wallet = (walletName: string) => ({ walletName, accounts: [ethereumAccount(), solanaAccount(3)] });

  test('of a new wallet', async () => {
    const reply = await submit(root, 'create_wallet', wallet('Wallet'), asked);
    const { walletId, addresses } = resultOf(reply);
    const { organizationId } = root;
    expect(addressesIn(await provedIn(root, reply))).toEqual([
      { organizationId, walletId, derivationPath: "m/44'/60'/0'/0/0", address: addresses[0] },
      { organizationId, walletId, derivationPath: "m/44'/501'/3'/0'", address: addresses[1] },
    ]);
  });

  test('of further accounts, stored or not', async () => {
    const { walletId } = resultOf(await submit(root, 'create_wallet', { walletName: 'More', accounts: [] }));
    for (const persist of [false, true]) {
      const accounts = [ethereumAccount(7)];
      const reply = await submit(root, 'create_wallet_accounts', { walletId, accounts, persist }, asked);
      const [address] = resultOf(reply).addresses;
      expect(addressesIn(await provedIn(root, reply))).toMatchObject([{ walletId, address }]);
    }
  });

  test('of private keys, which have no wallet', async () => {
    const formats = ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_TRON'];
    const key = { curve: 'CURVE_SECP256K1', addressFormats: formats, privateKeyTags: [] };
    const privateKeys = ['A', 'B'].map((privateKeyName) => ({ ...key, privateKeyName }));
    const reply = await submit(root, 'create_private_keys', { privateKeys }, asked);
    const made: { addresses: { address: string }[] }[] = resultOf(reply).privateKeys;
    const { organizationId } = root;
    expect(addressesIn(await provedIn(root, reply))).toEqual(
      made.flatMap(({ addresses }) => addresses.map(({ address }) => ({ organizationId, address }))),
    );
  });

  test('of what is imported', async () => {
    const { userId } = root;
    const accounts = [ethereumAccount()];
    const phrase = {
      userId,
      walletName: 'Imported',
      accounts,
      encryptedBundle: await sealMnemonic(root, knownMnemonic),
    };
    const wallet = await submit(root, 'import_wallet', phrase, asked);
    const { walletId } = resultOf(wallet);
    expect(addressesIn(await provedIn(root, wallet))).toMatchObject([{ walletId, address: knownAddress }]);
    const key = {
      userId,
      privateKeyName: 'Imported',
      curve: 'CURVE_SECP256K1',
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
      encryptedBundle: await sealPrivateKey(root, Buffer.alloc(32, 1)),
    };
    const imported = await submit(root, 'import_private_key', key, asked);
    // The published address of this key.
    const address = '0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1';
    expect(addressesIn(await provedIn(root, imported))).toEqual([{ organizationId: root.organizationId, address }]);
  });

  test('of the wallet of a new sub-organization', async () => {
    const parameters = { subOrganizationName: 'Sub', rootUsers: [], rootQuorumThreshold: 1, wallet: wallet('First') };
    const users = [{ userName: 'U', apiKeys: [], authenticators: [], oauthProviders: [], userEmail: 'a@example.com' }];
    const reply = await submit(root, 'create_sub_organization', { ...parameters, rootUsers: users }, asked);
    const made = resultOf(reply);
    const payloads = await provedIn(root, reply);
    expect(addressesIn(payloads).map(({ address }) => address)).toEqual(made.wallet.addresses);
    expect(addressesIn(payloads)).toMatchObject([
      { organizationId: made.subOrganizationId, walletId: made.wallet.walletId },
      { organizationId: made.subOrganizationId },
    ]);
    expect(decisionsIn(payloads)).toMatchObject([{ organizationId: root.organizationId }]);
  });

  test('after an approval', async () => {
    const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
    const { fingerprint } = (await submit(ada, 'create_wallet', wallet('Later'), asked)).json.activity;
    const approved = await submit(bob, 'approve_activity', { fingerprint });
    const payloads = await provedIn(ada, approved);
    expect(addressesIn(payloads).map(({ address }) => address)).toEqual(resultOf(approved).addresses);
    expect(decisionsIn(payloads)[0]?.userRequestApprovals).toHaveLength(2);
  });
});

describe('behavior: when proofs are made', () => {
  test('a request that does not ask gets none', async () => {
    for (const more of [{}, { generateAppProofs: false }]) {
      const { json } = await submit(root, 'create_wallet', { walletName: JSON.stringify(more), accounts: [] }, more);
      expect('appProofs' in json.activity).toBe(false);
      expect(await proofsOf(root, json.activity.id)).toEqual([]);
    }
  });

  test('the same body again, get_activity, list_activities and list_app_proofs return the same proofs', async () => {
    const first = await submit(root, 'create_wallet', { walletName: 'Same', accounts: [ethereumAccount()] }, asked);
    const { id: activityId, appProofs } = first.json.activity;
    expect(appProofs).toHaveLength(2);
    const again = await send(root, 'create_wallet', first.body);
    const [listed] = (await ask(root, 'list_activities')).json.activities;
    expect(again.json.activity.appProofs).toEqual(appProofs);
    expect((await ask(root, 'get_activity', { activityId })).json.activity.appProofs).toEqual(appProofs);
    expect(listed.appProofs).toEqual(appProofs);
    expect(await proofsOf(root, activityId)).toEqual(appProofs);
  });

  test('a ballot can ask for an activity that did not', async () => {
    const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
    const accounts = [ethereumAccount()];
    const { fingerprint } = (await submit(ada, 'create_wallet', { walletName: 'W', accounts })).json.activity;
    const approved = await submit(bob, 'approve_activity', { fingerprint }, asked);
    expect(await provedIn(ada, approved)).toHaveLength(2);
  });

  test('many at the same time', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => submit(root, 'create_user_tag', tag(`Many ${index}`), asked)),
    );
    for (const reply of replies)
      expect(decisionsIn(await provedIn(root, reply))).toMatchObject([
        { outcome: 'OUTCOME_ALLOW', userRequestApprovals: [{ message: reply.body }] },
      ]);
  });

  test('a refused request leaves none', async () => {
    await submit(root, 'create_wallet', { walletName: 'Taken', accounts: [] });
    const before = await readTables(service.database);
    const refused = await submit(root, 'create_wallet', { walletName: 'Taken', accounts: [ethereumAccount()] }, asked);
    expect(refusalOf(refused)).toEqual([409, 'ALREADY_EXISTS']);
    expect(await readTables(service.database)).toEqual(before);
  });

  test('an activity that was allowed and failed proves the decision, and no address', async () => {
    const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
    const taken = { walletName: 'Taken', accounts: [ethereumAccount()] };
    const bodies = [await submit(ada, 'create_wallet', taken, asked), await submit(ada, 'create_wallet', taken, asked)];
    const replies: Reply[] = [];
    for (const { json } of bodies)
      replies.push(await submit(bob, 'approve_activity', { fingerprint: json.activity.fingerprint }));
    const failed = replies[1] as Reply;
    expect(failed.json.activity.status).toBe('ACTIVITY_STATUS_FAILED');
    const payloads = await provedIn(ada, failed);
    expect(decisionsIn(payloads)).toMatchObject([{ outcome: 'OUTCOME_ALLOW' }]);
    expect(addressesIn(payloads)).toEqual([]);
  });
});

test('behavior: an activity that derived addresses, and failed then, proves none of them', async () => {
  const create = activityHandler('create_wallet');
  if (!create) throw new Error('create_wallet has no handler');
  const execute = () => Promise.reject(new ActivityFailure('UNAVAILABLE', 'the execution failed'));
  const handler = { ...create, execute, effectFor: () => undefined };
  await using failing = await startService({}, { handlers: { create_wallet: handler } });
  const parameters = { walletName: 'Failed', accounts: [ethereumAccount()] };
  const { activity } = (await failing.submit(failing.root, 'create_wallet', parameters, asked)).json;
  expect(activity.status).toBe('ACTIVITY_STATUS_FAILED');
  const payloads = await payloadsOf(failing, failing.root, activity.appProofs);
  expect(payloads).toMatchObject([{ policyOutcomeProof: { outcome: 'OUTCOME_ALLOW' } }]);
});

test('behavior: the audit holds', async () => {
  expect((await verifyAudit(service)).problems).toEqual([]);
});
