import { afterAll, expect, test } from 'vitest';
import { addUser, resultOf } from '../../../test/organizations.ts';
import { startPasscodeService } from '../../../test/passcodes.ts';
import { addSubOrganization, setQuorum } from '../../../test/sub-organizations.ts';
import { ethereumAccount, keyMovements } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const { service } = await startPasscodeService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, submit, ask } = service;

test('default', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  const { json } = await submit(ada, 'delete_sub_organization', {});
  expect(json.activity.result).toEqual({ deleteSubOrganizationResult: { subOrganizationUuid: ada.organizationId } });
});

test('behavior: neither its keys nor its parent can access it any more', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  const bob = await addSubOrganization(service, 'Bob');
  const deletion = await submit(ada, 'delete_sub_organization', { deleteWithoutExport: true });
  expect((await ask(ada, 'whoami')).error).toBe('PUBLIC_KEY_NOT_FOUND');
  expect((await ask(ada, 'whoami', { organizationId: root.organizationId })).error).toBe('PUBLIC_KEY_NOT_FOUND');
  expect((await submit(ada, 'create_users', { users: [] })).error).toBe('PUBLIC_KEY_NOT_FOUND');
  expect((await service.send(ada, 'delete_sub_organization', deletion.body)).error).toBe('PUBLIC_KEY_NOT_FOUND');
  const { organizationId } = ada;
  expect((await ask(root, 'get_organization_configs', { organizationId })).error).toBe('PUBLIC_KEY_NOT_FOUND');
  expect((await ask(bob, 'whoami')).status).toBe(200);
});

test('behavior: its wallets and private keys are removed, if they were exported or are given up', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  const { walletId } = resultOf(
    await submit(ada, 'create_wallet', { walletName: 'Wallet', accounts: [ethereumAccount()] }),
  );
  const privateKey = { privateKeyName: 'Key', curve: 'CURVE_P256', addressFormats: [], privateKeyTags: [] };
  const { privateKeys } = resultOf(await submit(ada, 'create_private_keys', { privateKeys: [privateKey] }));
  resultOf(await submit(ada, 'init_import_wallet', { userId: ada.userId }));
  resultOf(await submit(ada, 'init_otp', { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', appName: 'Acme' }));
  const { exportWallet, exportPrivateKey } = keyMovements(service);
  const refused = { status: 400, error: 'WALLET_ACCOUNT_NOT_EXPORTED' };
  expect(await submit(ada, 'delete_sub_organization', {})).toMatchObject(refused);
  await exportWallet(ada, walletId);
  expect(await submit(ada, 'delete_sub_organization', {})).toMatchObject(refused);
  await exportPrivateKey(ada, privateKeys[0].privateKeyId);
  resultOf(await submit(ada, 'delete_sub_organization', {}));
  const bob = await addSubOrganization(service, 'Bob');
  resultOf(await submit(bob, 'create_wallet', { walletName: 'Wallet', accounts: [ethereumAccount()] }));
  expect(await submit(bob, 'delete_sub_organization', { deleteWithoutExport: false })).toMatchObject(refused);
  resultOf(await submit(bob, 'delete_sub_organization', { deleteWithoutExport: true }));
  const left = () =>
    service.database.query(
      (sql) => sql`
      select seed from wallets union all select secret from private_keys union all select private_key from import_keys
      union all select private_key from passcodes`,
    );
  await expect.poll(left).toEqual([]);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: a quorum deletes it together', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  const bob = await addUser(service, ada);
  await setQuorum(service, ada, 2, [ada, bob]);
  const first = await submit(ada, 'delete_sub_organization', {});
  expect(first.json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  expect((await ask(ada, 'whoami')).status).toBe(200);
  const second = await service.send(bob, 'delete_sub_organization', first.body);
  expect(second.json.activity).toMatchObject({ id: first.json.activity.id, status: 'ACTIVITY_STATUS_COMPLETED' });
  expect((await ask(bob, 'whoami')).error).toBe('PUBLIC_KEY_NOT_FOUND');
});

test('error: a parent organization', async () => {
  expect((await submit(root, 'delete_sub_organization', {})).error).toBe('INVALID_ACTIVITY_CALLER');
});

test('error: a user who is not a root user, and the parent', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  const bob = await addUser(service, ada);
  expect((await submit(bob, 'delete_sub_organization', {})).error).toBe('REQUEST_NOT_AUTHORIZED');
  const { organizationId } = ada;
  expect((await submit(root, 'delete_sub_organization', {}, { organizationId })).error).toBe('REQUEST_NOT_AUTHORIZED');
  expect((await ask(ada, 'whoami')).status).toBe(200);
});

test('behavior: the audit holds after all of this', async () => {
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('error: a wallet that was changed in the database does not count as exported', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  const { walletId } = resultOf(
    await submit(ada, 'create_wallet', { walletName: 'Wallet', accounts: [ethereumAccount()] }),
  );
  const { accounts } = (await ask(ada, 'list_wallet_accounts')).json;
  await service.database.transaction(async (sql) => {
    await sql`update wallets set name = 'Changed' where id = ${walletId}`;
  });
  const walletAccountIds = [accounts[0].walletAccountId];
  expect((await submit(ada, 'delete_wallet_accounts', { walletAccountIds })).status).not.toBe(200);
  expect((await submit(ada, 'delete_sub_organization', {})).status).not.toBe(200);
});
