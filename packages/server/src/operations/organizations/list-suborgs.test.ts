import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addUser, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { ethereumAccount, solanaAccount } from '../../../test/wallets.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, submit, ask } = service;

const passkey = newPasskey();
const ada = await addSubOrganization(service, 'Ada', {
  userName: 'ada',
  userEmail: 'ada@example.com',
  userPhoneNumber: '+4915112345678',
  authenticators: [passkey.authenticator],
});
const many: Actor[] = [];
for (let count = 0; count < 11; count++) many.push(await addSubOrganization(service, `Sub ${count}`));
const newest = [ada, ...many].map(({ organizationId }) => organizationId).reverse();
// A user with the same data in the parent, which is not listed.
await addUser(service, root, { userName: 'ada', userEmail: 'ada@example.com', userPhoneNumber: '+4915112345678' });

const list = async (more: object = {}, actor: Actor = root) => {
  const { json, error } = await ask(actor, 'list_suborgs', more);
  return json.organizationIds ?? error;
};
const page = (paginationOptions: object, actor?: Actor) => list({ paginationOptions }, actor);

test('default', async () => {
  expect(await list()).toEqual(newest.slice(0, 10));
});

test('args: pages', async () => {
  expect(await page({ limit: '100' })).toEqual(newest);
  expect(await page({ limit: '1' })).toEqual(newest.slice(0, 1));
  expect(await page({ limit: '5', after: newest[2] })).toEqual(newest.slice(3, 8));
  expect(await page({ after: newest.at(-1) })).toEqual([]);
  expect(await page({ limit: '3', before: newest[8]?.toUpperCase() })).toEqual(newest.slice(5, 8));
  expect(await page({ before: newest[0] })).toEqual([]);
  expect(await page({ limit: '2', after: newest[1], before: newest[9] })).toEqual(newest.slice(2, 4));
  expect(await page({ after: newest[1], before: newest[4] })).toEqual(newest.slice(2, 4));
  expect(await page({ after: '', before: '' })).toEqual(newest.slice(0, 10));
});

test('args: filters', async () => {
  const filters = {
    NAME: 'Ada',
    USERNAME: 'ada',
    EMAIL: 'ada@example.com',
    PHONE_NUMBER: '+4915112345678',
    PUBLIC_KEY: ada.publicKey.toUpperCase(),
    CREDENTIAL_ID: passkey.authenticator.attestation.credentialId,
  };
  for (const [filterType, filterValue] of Object.entries(filters)) {
    expect([filterType, await list({ filterType, filterValue })]).toEqual([filterType, [ada.organizationId]]);
    expect([filterType, await list({ filterType, filterValue: `${filterValue}x` })]).toEqual([filterType, []]);
  }
  expect(await list({ filterType: 'NAME', filterValue: 'Sub 3' })).toEqual([many[3]?.organizationId]);
  expect(await list({ filterType: 'USERNAME', filterValue: 'Ada' })).toHaveLength(10);
  const second = { paginationOptions: { after: newest[9] }, filterType: 'USERNAME', filterValue: 'Ada' };
  expect(await list(second)).toEqual(newest.slice(10, 11));
  expect(await list({ filterType: '', filterValue: '' })).toEqual(newest.slice(0, 10));
});

test('behavior: each sub-organization is on one page only', async () => {
  const all: string[] = await page({ limit: '100' });
  const paged: string[] = [];
  for (let after = ''; ; after = paged.at(-1) ?? '') {
    const next = await page({ limit: '5', after });
    if (next.length === 0) break;
    paged.push(...next);
  }
  expect(paged).toEqual(all);
  expect(paged.toSorted()).toEqual(newest.toSorted());
});

test('behavior: deleted users, credentials and sub-organizations are not found', async () => {
  const bob = await addSubOrganization(service, 'Bob');
  const eve = await addUser(service, bob, { userName: 'eve', userEmail: 'eve@example.com' });
  const byKey = { filterType: 'PUBLIC_KEY', filterValue: eve.publicKey };
  const byEmail = { filterType: 'EMAIL', filterValue: 'eve@example.com' };
  expect([await list(byKey), await list(byEmail)]).toEqual([[bob.organizationId], [bob.organizationId]]);
  resultOf(await submit(bob, 'delete_users', { userIds: [eve.userId] }));
  expect([await list(byKey), await list(byEmail)]).toEqual([[], []]);
  const max = await addUser(service, bob, { userEmail: 'max@example.com' });
  const byNewEmail = { filterType: 'EMAIL', filterValue: 'new@example.com' };
  resultOf(await submit(bob, 'update_user', { userId: max.userId, userEmail: 'new@example.com' }));
  expect(await list({ ...byEmail, filterValue: 'max@example.com' })).toEqual([]);
  expect(await list(byNewEmail)).toEqual([bob.organizationId]);
  resultOf(await submit(bob, 'delete_sub_organization', {}));
  expect(await list(byNewEmail)).toEqual([]);
  expect(await page({ limit: '100' })).not.toContain(bob.organizationId);
  // A deleted sub-organization can still be a cursor.
  expect(await page({ limit: '100', after: bob.organizationId })).toHaveLength(newest.length);
});

test('behavior: by the address of a wallet account', async () => {
  const bob = await addSubOrganization(service, 'Bob');
  const byAddress = (filterValue: string) => list({ filterType: 'WALLET_ACCOUNT_ADDRESS', filterValue });
  const made = await submit(bob, 'create_wallet', {
    walletName: 'Wallet',
    accounts: [ethereumAccount(), solanaAccount()],
  });
  const { walletId, addresses } = resultOf(made);
  for (const address of addresses) expect(await byAddress(address)).toEqual([bob.organizationId]);
  expect(await byAddress(addresses[0].toLowerCase())).toEqual([bob.organizationId]);
  expect(await byAddress(addresses[1].toLowerCase())).toEqual([]);
  expect(await byAddress('0x00')).toEqual([]);
  resultOf(await submit(bob, 'delete_wallets', { walletIds: [walletId], deleteWithoutExport: true }));
  for (const address of addresses) expect(await byAddress(address)).toEqual([]);
});

test('behavior: a sub-organization has none', async () => {
  expect(await list({}, ada)).toEqual([]);
  expect(await list({ organizationId: ada.organizationId })).toEqual([]);
  expect(await list({ organizationId: root.organizationId }, ada)).toBe('PUBLIC_KEY_NOT_FOUND');
});

test('error: cursors', async () => {
  for (const cursor of ['x', randomUUID(), root.organizationId, `${newest[0]} `, `{${newest[0]}}`]) {
    expect([cursor, await page({ after: cursor })]).toEqual([cursor, 'INVALID_CURSOR']);
    expect([cursor, await page({ before: cursor })]).toEqual([cursor, 'INVALID_CURSOR']);
  }
  expect(await page({ after: newest[0] }, ada)).toBe('INVALID_CURSOR');
});

test('error: limits', async () => {
  for (const limit of ['0', '101', '1e1', '-1', ' 1']) expect(await page({ limit })).toBe('REQUEST_INVALID');
});

test('error: filters', async () => {
  expect(await list({ filterType: 'SHOE_SIZE', filterValue: '46' })).toBe('REQUEST_INVALID');
  expect(await list({ filterType: 'EMAIL' })).toBe('REQUEST_INVALID');
  expect(await list({ filterType: 'EMAIL', filterValue: '' })).toBe('REQUEST_INVALID');
  expect(await list({ filterValue: 'ada@example.com' })).toBe('REQUEST_INVALID');
  expect(await list({ filterType: 'OIDC_TOKEN', filterValue: 'a.b.c' })).toBe('INVALID_OIDC_TOKEN');
});
