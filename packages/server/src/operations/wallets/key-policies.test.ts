import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPolicy, isBy, outcomeOf } from '../../../test/policies.ts';
import { startService } from '../../../test/service.ts';
import { createPrivateKey } from '../../../test/signing.ts';
import { ethereumAccount } from '../../../test/wallets.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;

const targetPublicKey = `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`;

/** A new organization with two wallets and two private keys, and a user who may do what a condition says. */
async function arrange() {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const makeWallet = async (walletName: string, index: number) => {
    const { walletId, addresses } = resultOf(
      await submit(root, 'create_wallet', { walletName, accounts: [ethereumAccount(index)] }),
    );
    const { accounts } = (await ask(root, 'list_wallet_accounts', { walletId })).json;
    return { walletId, address: addresses[0] as string, walletAccountId: accounts[0].walletAccountId as string };
  };
  const wallets = [await makeWallet('First', 0), await makeWallet('Second', 1)] as const;
  const keys = [await createPrivateKey(service, root), await createPrivateKey(service, root)] as const;
  const allow = (condition: string) => addPolicy(service, root, { condition, consensus: isBy(user) });
  return { root, user, wallets, keys, allow };
}
type Arranged = Awaited<ReturnType<typeof arrange>>;

const denied = 'REQUEST_NOT_AUTHORIZED';

describe('one wallet or key', () => {
  test.each<[string, (of: Arranged, which: 0 | 1) => { condition: string; parameters: object }]>([
    [
      'export_wallet',
      ({ wallets }, which) => ({
        condition: `wallet.id == '${wallets[0].walletId}' && activity.params.target_public_key == '${targetPublicKey}'`,
        parameters: { walletId: wallets[which].walletId, targetPublicKey: targetPublicKey.toUpperCase() },
      }),
    ],
    [
      'export_wallet_account',
      ({ wallets }, which) => ({
        condition: `wallet_account.address == '${wallets[0].address}' && wallet.label == 'First'`,
        parameters: { address: wallets[which].address, targetPublicKey },
      }),
    ],
    [
      'export_private_key',
      ({ keys }, which) => ({
        condition: `private_key.id == '${keys[0].privateKeyId}' && !private_key.imported && !private_key.exported`,
        parameters: { privateKeyId: keys[which].privateKeyId, targetPublicKey },
      }),
    ],
    [
      'update_wallet',
      ({ wallets }, which) => ({
        condition: `activity.params.wallet_id == '${wallets[0].walletId}' && wallet.label == 'First'`,
        parameters: { walletId: wallets[which].walletId.toUpperCase(), walletName: 'Renamed' },
      }),
    ],
    [
      'create_wallet_accounts',
      ({ wallets }, which) => ({
        condition: `wallet.id == '${wallets[0].walletId.toUpperCase()}'`,
        parameters: { walletId: wallets[which].walletId, accounts: [ethereumAccount(5)] },
      }),
    ],
  ])('behavior: %s', async (operation, make) => {
    const arranged = await arrange();
    await arranged.allow(make(arranged, 0).condition);
    const run = (which: 0 | 1) => submit(arranged.user, operation, make(arranged, which).parameters);
    expect(outcomeOf(await run(1))).toBe(denied);
    expect(outcomeOf(await run(0))).toBe('COMPLETED');
  });
});

describe('several in one request', () => {
  test.each<[string, (of: Arranged) => { condition: string; parameters: (...which: number[]) => object }]>([
    [
      'delete_wallets',
      ({ wallets }) => ({
        condition: `wallet.label == 'First' && wallets.count() == 1`,
        parameters: (...which) => ({
          walletIds: which.map((index) => wallets[index as 0].walletId),
          deleteWithoutExport: true,
        }),
      }),
    ],
    [
      'delete_wallet_accounts',
      ({ wallets }) => ({
        condition: `wallet_account.address == '${wallets[0].address}' && wallet.label == 'First'`,
        parameters: (...which) => ({
          walletAccountIds: which.map((index) => wallets[index as 0].walletAccountId),
          deleteWithoutExport: true,
        }),
      }),
    ],
    [
      'delete_private_keys',
      ({ keys }) => ({
        condition: `private_key.id == '${keys[0].privateKeyId}'`,
        parameters: (...which) => ({
          privateKeyIds: which.map((index) => keys[index as 0].privateKeyId),
          deleteWithoutExport: true,
        }),
      }),
    ],
  ])('behavior: %s needs permission for each', async (operation, make) => {
    const arranged = await arrange();
    const { condition, parameters } = make(arranged);
    await arranged.allow(condition);
    expect(outcomeOf(await submit(arranged.user, operation, parameters(0, 1)))).toBe(denied);
    expect(outcomeOf(await submit(arranged.user, operation, parameters(0)))).toBe('COMPLETED');
  });
});

test('error: what does not exist is not shown to policies, and is refused by the handler', async () => {
  const { user, allow } = await arrange();
  const rename = () => submit(user, 'update_wallet', { walletId: randomUUID(), walletName: 'Renamed' });
  await allow(`wallet.label == 'First'`);
  expect(outcomeOf(await rename())).toBe(denied);
  await allow(`activity.kind == 'UPDATE_WALLET'`);
  expect(refusalOf(await rename())).toEqual([404, 'RESOURCE_NOT_FOUND']);
});

test('behavior: parameters that policies see', async () => {
  const { root, user, allow } = await arrange();
  const other = await addUser(service, root);
  await allow(`activity.kind == 'DELETE_USERS' && activity.params.user_ids.all(id, id == '${other.userId}')`);
  const deleteUsers = (...userIds: readonly string[]) => submit(user, 'delete_users', { userIds });
  expect(outcomeOf(await deleteUsers(other.userId, user.userId))).toBe(denied);
  expect(outcomeOf(await deleteUsers(other.userId.toUpperCase()))).toBe('COMPLETED');
});
