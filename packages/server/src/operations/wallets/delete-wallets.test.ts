import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addManyAccounts } from '../../../test/many-accounts.ts';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { ethereumAccount, keyMovements, solanaAccount } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { maxRemovedAccounts } from '../../funds/wallets/remove-wallets.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const { exportWallet, exportAccount } = keyMovements(service);
const [ada] = await addOrganization(service);

let wallets = 0;
const create = async () =>
  resultOf(
    await submit(ada, 'create_wallet', {
      walletName: `Wallet ${++wallets}`,
      accounts: [ethereumAccount(), solanaAccount()],
    }),
  );
const accountIds = async (walletId: string): Promise<string[]> => {
  const { json } = await ask(ada, 'list_wallet_accounts', { walletId });
  return json.accounts.map(({ walletAccountId }: { walletAccountId: string }) => walletAccountId).toReversed();
};

test('default', async () => {
  const { walletId } = await create();
  await exportWallet(ada, walletId);
  expect(resultOf(await submit(ada, 'delete_wallets', { walletIds: [walletId] }))).toEqual({ walletIds: [walletId] });
  expect(refusalOf(await ask(ada, 'get_wallet', { walletId }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  expect((await ask(ada, 'list_wallet_accounts')).json.accounts).toEqual([]);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('error: all or none, and nothing that was never exported unless it is given up', async () => {
  const [one, two] = [await create(), await create()];
  await exportWallet(ada, one.walletId);
  const walletIds = [one.walletId, two.walletId];
  expect(refusalOf(await submit(ada, 'delete_wallets', { walletIds }))).toEqual([400, 'WALLET_ACCOUNT_NOT_EXPORTED']);
  const unknown = { walletIds: [...walletIds, randomUUID()], deleteWithoutExport: true };
  expect(refusalOf(await submit(ada, 'delete_wallets', unknown))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  expect((await ask(ada, 'list_wallets')).json.wallets).toHaveLength(2);
  resultOf(await submit(ada, 'delete_wallets', { walletIds, deleteWithoutExport: true }));
  expect((await ask(ada, 'list_wallets')).json.wallets).toEqual([]);
});

test('behavior: delete_wallet_accounts', async () => {
  const { walletId, addresses } = await create();
  const [first, second] = await accountIds(walletId);
  const remove = (more: object) => submit(ada, 'delete_wallet_accounts', more);
  const notExported = [400, 'WALLET_ACCOUNT_NOT_EXPORTED'];
  expect(refusalOf(await remove({ walletAccountIds: [first, second] }))).toEqual(notExported);
  await exportAccount(ada, addresses[0]);
  expect(refusalOf(await remove({ walletAccountIds: [first, second] }))).toEqual(notExported);
  expect(resultOf(await remove({ walletAccountIds: [first] }))).toEqual({ walletAccountIds: [first] });
  expect(await accountIds(walletId)).toEqual([second]);
  expect(refusalOf(await remove({ walletAccountIds: [first] }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  // Who has the mnemonic has every account.
  await exportWallet(ada, walletId);
  resultOf(await remove({ walletAccountIds: [second] }));
  // What was removed can be derived again.
  const parameters = { walletId, accounts: [ethereumAccount()] };
  expect(resultOf(await submit(ada, 'create_wallet_accounts', parameters)).addresses).toEqual([addresses[0]]);
});

test('error: more accounts than one request deletes', async () => {
  const [bob] = await addOrganization(service);
  const walletId = await addManyAccounts(service, bob, maxRemovedAccounts + 1);
  const exceeded = [429, 'RESOURCE_LIMIT_EXCEEDED'];
  const removeWallet = () => submit(bob, 'delete_wallets', { walletIds: [walletId], deleteWithoutExport: true });
  expect(refusalOf(await removeWallet())).toEqual(exceeded);
  const accounts = await service.database.query(
    (sql) => sql<{ readonly id: string }[]>`
      select id from wallet_accounts where organization_id = ${bob.organizationId} order by id`,
  );
  const remove = (some: readonly { readonly id: string }[]) =>
    submit(bob, 'delete_wallet_accounts', { walletAccountIds: some.map(({ id }) => id), deleteWithoutExport: true });
  expect(refusalOf(await remove(accounts))).toEqual(exceeded);
  resultOf(await remove(accounts.slice(0, 1)));
  resultOf(await removeWallet());
  expect((await ask(bob, 'list_wallet_accounts')).json.accounts).toEqual([]);
  expect((await verifyAudit(service)).problems).toEqual([]);
});
