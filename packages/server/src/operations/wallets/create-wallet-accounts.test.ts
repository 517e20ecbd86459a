import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newKey, startService } from '../../../test/service.ts';
import { rootUser } from '../../../test/sub-organizations.ts';
import { ethereumAccount, keyMovements, knownAddress, knownMnemonic, solanaAccount } from '../../../test/wallets.ts';
import { defaultLimits } from '../../core/ports/usage-limits.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const [ada] = await addOrganization(service);
const { walletId } = resultOf(await keyMovements(service).importWallet(ada, knownMnemonic));

const create = (accounts: readonly object[], more: object = {}) =>
  submit(ada, 'create_wallet_accounts', { walletId, accounts, ...more });
const accountsOf = async (): Promise<{ address: string }[]> =>
  (await ask(ada, 'list_wallet_accounts', { paginationOptions: { limit: '100' } })).json.accounts;

test('default', async () => {
  const { addresses } = resultOf(await create([ethereumAccount(), solanaAccount()]));
  expect(addresses).toEqual([knownAddress, 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk']);
  expect((await accountsOf()).map(({ address }) => address).toReversed()).toEqual(addresses);
});

test('behavior: an ed25519 path is derived as hardened, and kept as given', async () => {
  const path = "m/44'/501'/7'/0";
  const { addresses } = resultOf(await create([solanaAccount(7, { path }), solanaAccount(7)]));
  expect(addresses[0]).toBe(addresses[1]);
  expect((await ask(ada, 'get_wallet_account', { walletId, path })).json.account).toMatchObject({ path });
});

test('error: no account has a path that is none', async () => {
  for (const path of ['\\', '\\x0', "m/44'/501'/7'", 'ü'])
    expect(refusalOf(await ask(ada, 'get_wallet_account', { walletId, path }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});

test('behavior: a preview keeps nothing', async () => {
  const before = await accountsOf();
  const { addresses } = resultOf(await create([ethereumAccount(), ethereumAccount(5)], { persist: false }));
  expect(addresses[0]).toBe(knownAddress);
  expect(await accountsOf()).toEqual(before);
  expect(resultOf(await create([ethereumAccount(5)])).addresses).toEqual([addresses[1]]);
});

test('behavior: 1,000 accounts in one request', async () => {
  const [bob] = await addOrganization(service);
  const wallet = resultOf(await submit(bob, 'create_wallet', { walletName: 'Large', accounts: [] }));
  const accounts = Array.from({ length: 1_000 }, (_, index) => ethereumAccount(index));
  const parameters = { walletId: wallet.walletId, accounts };
  const { addresses } = resultOf(await submit(bob, 'create_wallet_accounts', parameters));
  expect(new Set(addresses).size).toBe(1_000);
  const listed: string[] = [];
  for (let after = ''; ; ) {
    const paginationOptions = { limit: '100', after };
    const { json } = await ask(bob, 'list_wallet_accounts', { paginationOptions });
    if (json.accounts.length === 0) break;
    listed.push(...json.accounts.map(({ address }: { address: string }) => address));
    after = json.accounts.at(-1).walletAccountId;
  }
  expect(listed.toReversed()).toEqual(addresses);
  // That is as many as a wallet has.
  const more = { walletId: wallet.walletId, accounts: [ethereumAccount(1_000)] };
  const refused = await submit(bob, 'create_wallet_accounts', more);
  expect(refusalOf(refused)).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
  expect(refused.json.message).toBe('a wallet can have at most 1000 accounts');
  resultOf(await submit(bob, 'create_wallet_accounts', { ...more, persist: false }));
});

test('behavior: the operator sets how many accounts a wallet has, and one that has more keeps them', async () => {
  const limits = { ...defaultLimits, walletAccounts: 3 };
  await using small = await startService({ limits });
  const { root } = small;
  const accounts = [0, 1, 2].map((index) => ethereumAccount(index));
  const wallet = { walletName: 'Three', accounts };
  const four = { walletName: 'Four', accounts: [...accounts, ethereumAccount(3)] };
  const exceeded = [429, 'RESOURCE_LIMIT_EXCEEDED'];
  expect(refusalOf(await small.submit(root, 'create_wallet', four))).toEqual(exceeded);
  const organization = {
    subOrganizationName: 'Four',
    rootUsers: [rootUser(newKey().apiKey)],
    rootQuorumThreshold: 1,
    wallet: four,
  };
  expect(refusalOf(await small.submit(root, 'create_sub_organization', organization))).toEqual(exceeded);
  const { walletId, addresses } = resultOf(await small.submit(root, 'create_wallet', wallet));
  limits.walletAccounts = 2;
  const one = { walletId, accounts: [ethereumAccount(3)] };
  expect(refusalOf(await small.submit(root, 'create_wallet_accounts', one))).toEqual(exceeded);
  const [signWith] = addresses;
  const payload = { payload: 'ab', encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_SHA256' };
  resultOf(await small.submit(root, 'sign_raw_payload', { signWith, ...payload }));
});

test('error: an account that the wallet already has', async () => {
  resultOf(await create([ethereumAccount(9, { name: 'Nine' })]));
  const before = await accountsOf();
  expect(refusalOf(await create([ethereumAccount(10), ethereumAccount(9)]))).toEqual([400, 'INVALID_PATH']);
  expect(refusalOf(await create([ethereumAccount(11, { name: 'Nine' })]))).toEqual([409, 'ALREADY_EXISTS']);
  expect(await accountsOf()).toEqual(before);
  // The same path in another format is another account.
  resultOf(await create([ethereumAccount(9, { addressFormat: 'ADDRESS_FORMAT_TRON' })]));
});

test('error: of the same account twice at the same time, one is refused', async () => {
  const replies = await Promise.all([create([ethereumAccount(20)]), create([ethereumAccount(20)])]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test('error: no such wallet', async () => {
  expect(refusalOf(await create([ethereumAccount(30)], { walletId: randomUUID() }))).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
  ]);
  expect(refusalOf(await create([]))).toEqual([400, 'REQUEST_INVALID']);
});
