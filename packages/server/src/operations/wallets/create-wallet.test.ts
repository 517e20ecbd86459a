import { randomInt } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { ethereumAccount, keyMovements, solanaAccount } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const { exportWallet, importWallet } = keyMovements(service);
const [ada] = await addOrganization(service);

let wallets = 0;
const create = (more: object = {}, actor = ada) =>
  submit(actor, 'create_wallet', { walletName: `Wallet ${++wallets}`, accounts: [], ...more });
const walletsOf = async (actor = ada) => (await ask(actor, 'list_wallets')).json.wallets;

test('default', async () => {
  const accounts = [ethereumAccount(), solanaAccount(0, { name: 'Savings' })];
  const { walletId, addresses } = resultOf(await create({ walletName: 'Treasury', accounts }));
  expect(addresses).toEqual([
    expect.stringMatching(/^0x[\dA-Fa-f]{40}$/),
    expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
  ]);
  const { wallet } = (await ask(ada, 'get_wallet', { walletId })).json;
  expect(wallet).toEqual({
    walletId,
    walletName: 'Treasury',
    exported: false,
    imported: false,
    createdAt: wallet.createdAt,
    updatedAt: wallet.createdAt,
  });
  const { json } = await ask(ada, 'list_wallet_accounts', { walletId });
  expect(json.accounts).toMatchObject([
    { walletId, ...solanaAccount(), address: addresses[1], name: 'Savings', caip2Prefix: 'solana' },
    { walletId, ...ethereumAccount(), address: addresses[0], caip2Prefix: 'eip155' },
  ]);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test.each([
  [undefined, 12],
  [12, 12],
  [15, 15],
  [18, 18],
  [21, 21],
  [24, 24],
])('args: mnemonicLength %s', async (mnemonicLength, words) => {
  const { walletId, addresses } = resultOf(await create({ mnemonicLength, accounts: [ethereumAccount()] }));
  const mnemonic = await exportWallet(ada, walletId);
  expect(mnemonic.split(' ')).toHaveLength(words);
  // The addresses are those of the mnemonic.
  const walletName = `Again ${words} ${mnemonicLength}`;
  const again = resultOf(await importWallet(ada, mnemonic, { walletName, accounts: [ethereumAccount()] }));
  expect(again.addresses).toEqual(addresses);
});

test('behavior: two wallets have different keys', async () => {
  const [one, two] = [await create({ accounts: [ethereumAccount()] }), await create({ accounts: [ethereumAccount()] })];
  expect(resultOf(one).addresses).not.toEqual(resultOf(two).addresses);
});

test('behavior: the same bytes make one wallet', async () => {
  const made = await create({ accounts: [ethereumAccount()] });
  const count = (await walletsOf()).length;
  expect((await service.send(ada, 'create_wallet', made.body)).json).toEqual(made.json);
  expect(await walletsOf()).toHaveLength(count);
});

test('behavior: a path may have several address formats', async () => {
  const accounts = ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_TRON', 'ADDRESS_FORMAT_COMPRESSED'].map(
    (addressFormat) => ethereumAccount(0, { addressFormat }),
  );
  const { addresses } = resultOf(await create({ accounts }));
  expect(new Set(addresses).size).toBe(3);
});

test('error: accounts that cannot be', async () => {
  const before = await walletsOf();
  const cases = {
    INVALID_PATH: [
      [ethereumAccount(), ethereumAccount()],
      [ethereumAccount(2 ** 31)],
      [solanaAccount(), solanaAccount()],
      Array.from({ length: 40 }, (_, index) => ethereumAccount(0, { path: `m/${index}${'/0'.repeat(254)}` })),
      ...[
        '',
        'm',
        '44/60',
        "m/44'/60'/x",
        'm/-1',
        'm/1.5',
        'm//1',
        'm/1/',
        'M/1',
        "m/1''",
        'm/0x1',
        ' m/1',
        'm/01',
      ].map((path) => [ethereumAccount(0, { path })]),
    ],
    INVALID_ADDRESS_FORMAT: [
      [solanaAccount(0, { curve: 'CURVE_SECP256K1' })],
      [ethereumAccount(0, { curve: 'CURVE_P256' })],
      [ethereumAccount(0, { addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', curve: 'CURVE_ED25519' })],
    ],
    REQUEST_INVALID: [
      [ethereumAccount(0, { pathFormat: 'PATH_FORMAT_OTHER' })],
      [ethereumAccount(0, { addressFormat: 'ADDRESS_FORMAT_OTHER' })],
      [ethereumAccount(0, { curve: 'CURVE_OTHER' })],
      Array.from({ length: 1_001 }, (_, index) => ethereumAccount(index)),
    ],
  };
  for (const [error, lists] of Object.entries(cases))
    for (const accounts of lists)
      expect([accounts.slice(0, 2), ...refusalOf(await create({ accounts }))]).toEqual([
        accounts.slice(0, 2),
        400,
        error,
      ]);
  expect(refusalOf(await create({ mnemonicLength: 13 }))).toEqual([400, 'REQUEST_INVALID']);
  expect(await walletsOf()).toEqual(before);
});

test('error: a name that is taken', async () => {
  resultOf(await create({ walletName: 'Taken', accounts: [ethereumAccount(0, { name: 'Taken account' })] }));
  const before = await walletsOf();
  expect(refusalOf(await create({ walletName: 'Taken' }))).toEqual([409, 'ALREADY_EXISTS']);
  const twins = [ethereumAccount(0, { name: 'Twin' }), ethereumAccount(1, { name: 'Twin' })];
  expect(refusalOf(await create({ accounts: twins }))).toEqual([409, 'ALREADY_EXISTS']);
  const accounts = [ethereumAccount(0, { name: 'Taken account' })];
  expect(refusalOf(await create({ accounts }))).toEqual([409, 'ALREADY_EXISTS']);
  expect(await walletsOf()).toEqual(before);
});

test('error: of two wallets of the same name at the same time, one is refused', async () => {
  const replies = await Promise.all([create({ walletName: 'Twin' }), create({ walletName: 'Twin' })]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('error: more than 100 wallets', async () => {
  const [bob] = await addOrganization(service);
  const replies = await Promise.all(Array.from({ length: 101 }, () => create({}, bob)));
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused.map(refusalOf)).toEqual([[429, 'RESOURCE_LIMIT_EXCEEDED']]);
  expect(await walletsOf(bob)).toHaveLength(100);
});

test('args: a path of the longest length', async () => {
  // Of random digits: PostgreSQL compresses others, so that they fit into an index.
  const path = `m${Array.from({ length: 255 }, () => `/${randomInt(1_000_000_000, 2_147_483_648)}'`).join('')}`;
  const { walletId } = resultOf(await create({ accounts: [ethereumAccount(0, { path })] }));
  expect((await ask(ada, 'get_wallet_account', { walletId, path })).json.account).toMatchObject({ path });
});
