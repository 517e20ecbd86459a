import { afterAll, expect, test } from 'vitest';
import { addUser, resultOf } from '../../../test/organizations.ts';
import { newKey, startService } from '../../../test/service.ts';
import { addSubOrganization, rootUser } from '../../../test/sub-organizations.ts';
import { ethereumAccount, keyMovements, solanaAccount } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, submit, ask } = service;

const parameters = (more: object = {}) => ({
  subOrganizationName: 'Ada',
  rootUsers: [rootUser(newKey().apiKey)],
  rootQuorumThreshold: 1,
  ...more,
});
const create = (more: object = {}, envelope: object = {}) =>
  submit(root, 'create_sub_organization', parameters(more), envelope);
const countOrganizations = async () => (await service.database.query((sql) => sql`select from organizations`)).length;

test('default', async () => {
  const [ada, bob] = [newKey(), newKey()];
  const { status, json } = await create({
    rootUsers: [rootUser(ada.apiKey), rootUser(bob.apiKey, { userName: 'Bob' })],
    rootQuorumThreshold: 2,
  });
  expect([status, json.activity.status]).toEqual([200, 'ACTIVITY_STATUS_COMPLETED']);
  const { subOrganizationId: organizationId, rootUserIds } = json.activity.result.createSubOrganizationResultV8;
  const [userId] = rootUserIds;
  const me = await ask({ ...ada, organizationId, userId }, 'whoami');
  expect(me.json).toEqual({ organizationId, organizationName: 'Ada', userId, username: 'Ada' });
  const { json: configured } = await ask(root, 'get_organization_configs', { organizationId });
  expect(configured.configs).toEqual({
    features: [
      { name: 'FEATURE_NAME_EMAIL_AUTH' },
      { name: 'FEATURE_NAME_EMAIL_RECOVERY' },
      { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' },
      { name: 'FEATURE_NAME_SMS_AUTH' },
    ],
    quorum: {
      threshold: 2,
      userIds: expect.toSatisfy((ids) => ids.toSorted().join() === rootUserIds.toSorted().join()),
    },
    storage: { usedBytes: expect.any(String), limitBytes: `${4 * 1024 ** 3}`, leftBytes: expect.any(String) },
  });
});

test('args: each flag disables one feature', async () => {
  const flags = {
    disableEmailRecovery: 'FEATURE_NAME_EMAIL_RECOVERY',
    disableEmailAuth: 'FEATURE_NAME_EMAIL_AUTH',
    disableSmsAuth: 'FEATURE_NAME_SMS_AUTH',
    disableOtpEmailAuth: 'FEATURE_NAME_OTP_EMAIL_AUTH',
  };
  for (const [flag, feature] of Object.entries(flags)) {
    const { json } = await create({ [flag]: true });
    const organizationId = json.activity.result.createSubOrganizationResultV8.subOrganizationId;
    const { configs } = (await ask(root, 'get_organization_configs', { organizationId })).json;
    const names = configs.features.map(({ name }: { name: string }) => name);
    expect([names.length, names.includes(feature)]).toEqual([3, false]);
  }
});

test('args: the previous version', async () => {
  const { json } = await create({}, { type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7' });
  expect(json.activity.result.createSubOrganizationResultV7.rootUserIds).toHaveLength(1);
});

test('behavior: sent again, it creates nothing', async () => {
  const first = await create();
  const count = await countOrganizations();
  const second = await service.send(root, 'create_sub_organization', first.body);
  expect(second.json).toEqual(first.json);
  expect(await countOrganizations()).toBe(count);
});

test('error: in a sub-organization', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  expect((await submit(ada, 'create_sub_organization', parameters())).error).toBe('INVALID_ACTIVITY_CALLER');
});

test('behavior: with a wallet', async () => {
  const key = newKey();
  const wallet = { walletName: 'Wallet', accounts: [ethereumAccount(), solanaAccount()], mnemonicLength: 24 };
  const made = resultOf(await create({ rootUsers: [rootUser(key.apiKey)], wallet }));
  const { subOrganizationId: organizationId, rootUserIds } = made;
  const ada = { ...key, organizationId, userId: rootUserIds[0] };
  const { walletId, addresses } = made.wallet;
  expect((await ask(ada, 'list_wallets')).json.wallets).toMatchObject([{ walletId, walletName: 'Wallet' }]);
  const { json } = await ask(ada, 'list_wallet_accounts');
  expect(json.accounts.map(({ address }: { address: string }) => address).toReversed()).toEqual(addresses);
  // Its secrets were sealed for the sub-organization, before that existed.
  const mnemonic = await keyMovements(service).exportWallet(ada, walletId);
  expect(mnemonic.split(' ')).toHaveLength(24);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('error: a wallet that cannot be derived creates nothing', async () => {
  const count = await countOrganizations();
  const accounts = [ethereumAccount(0), ethereumAccount(0)];
  expect((await create({ wallet: { walletName: 'Wallet', accounts } })).error).toBe('INVALID_PATH');
  const twins = [ethereumAccount(0, { name: 'Twin' }), ethereumAccount(1, { name: 'Twin' })];
  expect((await create({ wallet: { walletName: 'Wallet', accounts: twins } })).error).toBe('ALREADY_EXISTS');
  expect(await countOrganizations()).toBe(count);
});

test('error: OAuth providers that nothing proves', async () => {
  const linked = (identity: object) => ({
    rootUsers: [rootUser(newKey().apiKey, { oauthProviders: [{ providerName: 'Idp', ...identity }] })],
  });
  const count = await countOrganizations();
  expect((await create(linked({ oidcToken: 'a.b.c' }))).error).toBe('INVALID_OIDC_TOKEN');
  const oidcClaims = { iss: 'https://id.example.com', sub: '1', aud: 'app' };
  expect((await create(linked({ oidcClaims }))).error).toBe('UNPROVED_OIDC_CLAIMS');
  expect(await countOrganizations()).toBe(count);
});

test('error: an unreachable quorum, keys that are taken, too many or invalid', async () => {
  const { apiKey } = newKey();
  const count = await countOrganizations();
  expect((await create({ rootQuorumThreshold: 2 })).error).toBe('QUORUM_UNREACHABLE');
  expect((await create({ rootUsers: [rootUser(apiKey), rootUser(apiKey)] })).error).toBe('ALREADY_EXISTS');
  const many = Array.from({ length: 11 }, () => newKey().apiKey);
  expect((await create({ rootUsers: [rootUser(apiKey, { apiKeys: many })] })).error).toBe('RESOURCE_LIMIT_EXCEEDED');
  const { status, json } = await create({ rootUsers: [rootUser({ ...apiKey, publicKey: `02${'ff'.repeat(32)}` })] });
  expect([status, json.details[0].errorCode]).toEqual([400, 'INVALID_PUBLIC_KEY']);
  expect(json.details[1].fieldViolations[0].field).toBe('parameters.rootUsers.0.apiKeys.0.publicKey');
  expect(await countOrganizations()).toBe(count);
});

test('error: a user who is not a root user, and the parent in a sub-organization', async () => {
  const bob = await addUser(service, root);
  expect((await submit(bob, 'create_sub_organization', parameters())).error).toBe('REQUEST_NOT_AUTHORIZED');
  const { organizationId } = await addSubOrganization(service, 'Ada');
  expect((await create({}, { organizationId })).error).toBe('REQUEST_NOT_AUTHORIZED');
});

test('behavior: the audit holds after all of this', async () => {
  expect((await verifyAudit(service)).problems).toEqual([]);
});
