import { expect, test } from 'vitest';
import { type AccountPath, deriveAccountsFrom } from '../tasks/derive-wallet.ts';
import { accountPieces } from './account-pieces.ts';
import { inPieces } from './in-pieces.ts';

const account = (path: string, curve: AccountPath['curve'] = 'CURVE_SECP256K1'): AccountPath => ({
  curve,
  path,
  addressFormat: 'ADDRESS_FORMAT_UNCOMPRESSED',
});
const accounts = (count: number, pathOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => account(pathOf(index)));
const lengths = (all: readonly AccountPath[]) => accountPieces(all).map(({ length }) => length);

test('default: parents that paths share count once in a piece', () => {
  expect(lengths(accounts(50, (index) => `m/44'/60'/0'/0/${index}`))).toEqual([20, 20, 10]);
  expect(lengths(accounts(16, (index) => `m/44'/60'/${index}'/0/0`))).toEqual([7, 7, 2]);
});

test('behavior: all accounts are in a piece, in their order', () => {
  const all = accounts(1_000, (index) => `m/${index % 7}'/${index % 3}/${index}`);
  expect(accountPieces(all).flat()).toEqual(all);
  expect(accountPieces([])).toEqual([]);
});

test('behavior: pieces give the same accounts as all together', async () => {
  const seed = new Uint8Array(64).fill(7);
  const all = accounts(60, (index) => `m/44'/60'/${index % 4}'/0/${index}`);
  const inParts = await inPieces(accountPieces(all), async (piece) => deriveAccountsFrom(seed, piece));
  expect(inParts).toEqual(deriveAccountsFrom(seed, all));
});

test('behavior: curves share no parents', () => {
  const both = accounts(8, (index) => `m/44'/0'/0'/0'/${index}'`).flatMap((one) => [
    one,
    account(one.path, 'CURVE_ED25519'),
  ]);
  expect(lengths(both)).toEqual([16]);
  expect(lengths([...both, account("m/44'/0'/1'"), account("m/44'/0'/2'")])).toEqual([16, 2]);
});

test('behavior: a long path is a piece of its own', () => {
  const long = `m${'/0'.repeat(255)}`;
  expect(lengths([account('m/0'), account(long), account('m/0'), account('m/1')])).toEqual([1, 1, 2]);
});
