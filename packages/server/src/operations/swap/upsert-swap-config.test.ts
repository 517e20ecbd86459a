import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPolicy, isBy, outcomeOf } from '../../../test/policies.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { ethereumAccount, keyMovements, solanaAccount } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const topTier = new Set<string>();
const service = await startService({ topTier });
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const upsert = (by: Actor, parameters: object) => submit(by, 'upsert_swap_config', parameters);
const featuresOf = async (by: Actor) => (await ask(by, 'get_organization_configs')).json.configs.features;
/** The configuration as the organization reads it. */
const configOf = async (by: Actor) => JSON.parse((await featuresOf(by)).at(-1).value);
const walletsOf = async (by: Actor) => (await ask(by, 'list_wallets')).json.wallets;
const addWallet = async (by: Actor, account: object = ethereumAccount()) =>
  resultOf(await submit(by, 'create_wallet', { walletName: `Wallet ${Math.random()}`, accounts: [account] }));

describe('the fee receiver', () => {
  test('default: is generated, and is an account of a new wallet', async () => {
    const [root] = await addOrganization(service);
    expect(await featuresOf(root)).toEqual([]);
    const config = resultOf(await upsert(root, { feeBps: '30' }));
    expect(config).toEqual({ feeReceiverWalletAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/), feeBps: '30' });
    const [wallet, ...others] = await walletsOf(root);
    expect([wallet.walletName, others]).toEqual([expect.stringMatching(/^Swap fees [0-9a-f]{12}$/), []]);
    const { accounts } = (await ask(root, 'list_wallet_accounts', { walletId: wallet.walletId })).json;
    const { path, addressFormat } = ethereumAccount();
    expect(accounts).toMatchObject([{ address: config.feeReceiverWalletAddress, path, addressFormat }]);
    expect(await featuresOf(root)).toEqual([{ name: 'FEATURE_NAME_SWAP_CONFIG', value: JSON.stringify(config) }]);
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test('behavior: the keys of a generated wallet are those of its address', async () => {
    const [root] = await addOrganization(service);
    const { feeReceiverWalletAddress: address } = resultOf(await upsert(root, { feeBps: '1' }));
    expect(await keyMovements(service).exportAccount(root, address)).toHaveLength(32);
    const payload = { payload: 'ab'.repeat(32), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' };
    const signing = { signWith: address, ...payload, hashFunction: 'HASH_FUNCTION_NO_OP' };
    expect(resultOf(await submit(root, 'sign_raw_payload', signing))).toHaveProperty('r');
  });

  test('args: a wallet account in any spelling, or a private key', async () => {
    const [root] = await addOrganization(service);
    const [address] = (await addWallet(root)).addresses;
    const key = { privateKeyName: 'K', curve: 'CURVE_SECP256K1', addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] };
    const made = resultOf(await submit(root, 'create_private_keys', { privateKeys: [{ ...key, privateKeyTags: [] }] }));
    const ofKey = made.privateKeys[0].addresses[0].address;
    for (const [named, stored] of [
      [address, address],
      [address.toLowerCase(), address],
      [`0x${address.slice(2).toUpperCase()}`, address],
      [ofKey, ofKey],
    ]) {
      const config = { feeReceiverWalletAddress: stored, feeBps: '0' };
      expect(resultOf(await upsert(root, { ...config, feeReceiverWalletAddress: named }))).toEqual(config);
      expect(await configOf(root)).toEqual(config);
    }
    expect(await walletsOf(root)).toHaveLength(1);
  });

  test('behavior: every call replaces the whole configuration', async () => {
    const [root] = await addOrganization(service);
    const [feeReceiverWalletAddress] = (await addWallet(root)).addresses;
    resultOf(await upsert(root, { feeReceiverWalletAddress, feeBps: '500' }));
    expect(resultOf(await upsert(root, { feeReceiverWalletAddress }))).toEqual({ feeReceiverWalletAddress });
    expect(await configOf(root)).toEqual({ feeReceiverWalletAddress });
    const generated = resultOf(await upsert(root, { feeBps: '2' }));
    expect(generated.feeReceiverWalletAddress).not.toBe(feeReceiverWalletAddress);
    expect(resultOf(await upsert(root, {}))).toEqual({});
    expect(await configOf(root)).toEqual({});
    // None is generated without a fee.
    expect(await walletsOf(root)).toHaveLength(2);
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test('error: belongs to nobody, to another organization, or to another chain', async () => {
    const [root] = await addOrganization(service);
    const [sub] = await addOrganization(service, { parentId: root.organizationId });
    const [address] = (await addWallet(root)).addresses;
    const ofSub = (await addWallet(sub)).addresses[0];
    // A wrong checksum: one letter in the other case.
    const index = address.search(/[a-f]/);
    const misspelt = `${address.slice(0, index)}${address[index].toUpperCase()}${address.slice(index + 1)}`;
    for (const named of [`0x${'1'.repeat(40)}`, ofSub, misspelt])
      expect(refusalOf(await upsert(root, { feeReceiverWalletAddress: named, feeBps: '1' }))).toEqual([
        404,
        'RESOURCE_NOT_FOUND',
      ]);
    const [solana] = (await addWallet(root, solanaAccount())).addresses;
    expect(refusalOf(await upsert(root, { feeReceiverWalletAddress: solana }))).toEqual([400, 'REQUEST_INVALID']);
    expect(await featuresOf(root)).toEqual([]);
  });

  test('error: is deleted before the last approval', async () => {
    const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
    const made = await submit(ada, 'create_wallet', { walletName: 'W', accounts: [ethereumAccount()] });
    const { activity } = (await service.send(bob, 'create_wallet', made.body)).json;
    const { walletId, addresses } = activity.result.createWalletResult;
    const { body } = await upsert(ada, { feeReceiverWalletAddress: addresses[0], feeBps: '1' });
    const gone = await submit(ada, 'delete_wallets', { walletIds: [walletId], deleteWithoutExport: true });
    await service.send(bob, 'delete_wallets', gone.body);
    const { json } = await service.send(bob, 'upsert_swap_config', body);
    expect(json.activity).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED', failure: { code: 5 } });
    expect(await featuresOf(ada)).toEqual([]);
  });

  test('error: there is no room for its wallet', async () => {
    const [root] = await addOrganization(service);
    const replies = await Promise.all(Array.from({ length: 101 }, () => upsert(root, { feeBps: '1' })));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.map(refusalOf)).toEqual([[429, 'RESOURCE_LIMIT_EXCEEDED']]);
    expect(await walletsOf(root)).toHaveLength(100);
  });
});

test.each(['501', '-1', '+1', '1.5', '01', '1e2', '', ' 1', 30])('error: a fee of %j', async (fee) => {
  const [root] = await addOrganization(service);
  topTier.add(root.organizationId);
  for (const name of ['feeBps', 'stableFeeBps'])
    expect(refusalOf(await upsert(root, { [name]: fee }))).toEqual([400, 'REQUEST_INVALID']);
});

test('behavior: the fee for stablecoins applies as long as the operator lists the organization', async () => {
  const [root] = await addOrganization(service);
  const refused = await upsert(root, { feeBps: '10', stableFeeBps: '5' });
  expect(refusalOf(refused)).toEqual([403, 'SERVICE_TIER_REQUIRED']);
  expect(await featuresOf(root)).toEqual([]);
  topTier.add(root.organizationId);
  const config = resultOf(await upsert(root, { feeBps: '10', stableFeeBps: '5' }));
  expect(config).toMatchObject({ feeBps: '10', stableFeeBps: '5' });
  expect(await configOf(root)).toEqual(config);
  topTier.delete(root.organizationId);
  const { stableFeeBps: _, ...others } = config;
  expect(await configOf(root)).toEqual(others);
  expect(refusalOf(await upsert(root, config))).toEqual([403, 'SERVICE_TIER_REQUIRED']);
});

test('behavior: a receiver is generated for a fee on stablecoins alone', async () => {
  const [root] = await addOrganization(service);
  topTier.add(root.organizationId);
  expect(resultOf(await upsert(root, { stableFeeBps: '5' }))).toHaveProperty('feeReceiverWalletAddress');
});

test('error: in a sub-organization, even on the top tier', async () => {
  const [parent] = await addOrganization(service);
  const [root] = await addOrganization(service, { parentId: parent.organizationId });
  topTier.add(root.organizationId);
  expect(refusalOf(await upsert(root, { feeBps: '1' }))).toEqual([403, 'INVALID_ACTIVITY_CALLER']);
  const { organizationId } = root;
  const byParent = await submit(parent, 'upsert_swap_config', { feeBps: '1' }, { organizationId });
  expect(refusalOf(byParent)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});

test('behavior: policies see it as an update of the configuration', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  expect(outcomeOf(await upsert(user, { feeBps: '1' }))).toBe('REQUEST_NOT_AUTHORIZED');
  const condition =
    "activity.kind == 'UPSERT_SWAP_CONFIG' && activity.resource == 'CONFIG' && activity.action == 'UPDATE'";
  await addPolicy(service, root, { condition, consensus: isBy(user) });
  expect(outcomeOf(await upsert(user, { feeBps: '1' }))).toBe('COMPLETED');
});

test('behavior: the feature is changed by this operation only', async () => {
  const [root] = await addOrganization(service);
  const name = 'FEATURE_NAME_SWAP_CONFIG';
  resultOf(await upsert(root, {}));
  expect(refusalOf(await submit(root, 'set_organization_feature', { name }))).toEqual([400, 'REQUEST_INVALID']);
  const removal = await submit(root, 'remove_organization_feature', { name });
  expect(refusalOf(removal)).toEqual([404, 'FEATURE_NOT_FOUND']);
  expect(removal.json.message).toBe('this feature is changed with upsert_swap_config');
  const set = resultOf(await submit(root, 'set_organization_feature', { name: 'FEATURE_NAME_SMS_AUTH' }));
  expect(set.features).toEqual([{ name: 'FEATURE_NAME_SMS_AUTH' }, { name, value: '{}' }]);
});

test('behavior: a row that somebody wrote to the database is ignored, and replaced', async () => {
  const [root] = await addOrganization(service);
  const { organizationId } = root;
  resultOf(await upsert(root, { feeBps: '1' }));
  const to = `0x${'1'.repeat(40)}`;
  await service.database.query(
    (sql) => sql`update swap_configs set fee_receiver_address = ${to} where organization_id = ${organizationId}`,
  );
  expect(await featuresOf(root)).toEqual([]);
  expect((await verifyAudit(service)).problems).toContainEqual(
    expect.objectContaining({ subject: 'swap_configs', problem: 'was not written by this service' }),
  );
  const config = resultOf(await upsert(root, { feeBps: '2' }));
  expect(await configOf(root)).toEqual(config);
  expect((await verifyAudit(service)).problems).toEqual([]);
});
