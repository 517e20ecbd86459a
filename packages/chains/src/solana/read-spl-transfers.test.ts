import { expect, test } from 'vitest';
import { readSplTransfers, token2022Program, tokenProgram } from './read-spl-transfers.ts';

const accountOf = (accountKey: string) => ({ accountKey, signer: accountKey.startsWith('signer'), writable: true });
const accounts = (...keys: string[]) => keys.map(accountOf);
const amount = [0xff, 0, 0, 0, 0, 0, 0, 0x80];
const transfer = [3, ...amount];
const checked = [12, ...amount, 6];
const withFee = [26, 1, ...amount, 6, 1, 0, 0, 0, 0, 0, 0, 0];
const read = (program: string, data: readonly number[], keys: readonly string[]) =>
  readSplTransfers(program, Uint8Array.from([9, ...data]).subarray(1), accounts(...keys));

const unchecked = { from: 'a', to: 'b', amount: 0x80000000000000ffn, owner: 'o', signers: [], tokenMint: undefined };
const ofMint = { ...unchecked, tokenMint: 'm' };

test.each([
  ['Transfer', tokenProgram, transfer, ['a', 'b', 'o'], unchecked],
  ['Transfer of Token-2022', token2022Program, transfer, ['a', 'b', 'o'], unchecked],
  ['Transfer with more data', tokenProgram, [...transfer, 0], ['a', 'b', 'o'], unchecked],
  ['TransferChecked', tokenProgram, checked, ['a', 'm', 'b', 'o'], ofMint],
  ['TransferChecked of Token-2022', token2022Program, checked, ['a', 'm', 'b', 'o'], ofMint],
  ['TransferChecked with more data', tokenProgram, [...checked, 0], ['a', 'm', 'b', 'o'], ofMint],
  ['TransferCheckedWithFee', token2022Program, withFee, ['a', 'm', 'b', 'o'], ofMint],
  ['TransferCheckedWithFee with more data', token2022Program, [...withFee, 0], ['a', 'm', 'b', 'o'], ofMint],
])('default: %s', (_, program, data, keys, expected) => {
  expect(read(program, data, keys)).toEqual([expected]);
});

test('behavior: only accounts that sign are signers', () => {
  const keys = ['a', 'm', 'b', 'o', 'signer 1', 'hook', 'signer 2'];
  expect(read(tokenProgram, checked, keys)).toEqual([{ ...ofMint, signers: ['signer 1', 'signer 2'] }]);
});

test('behavior: the transfers of a batch are read, each with its own accounts', () => {
  const data = [255, 3, 9, ...transfer, 2, 1, 9, 5, 10, ...checked, 0, 1, 17];
  const keys = ['a', 'b', 'o', 'x', 'y', 'a', 'm', 'b', 'o', 'signer 1', 'unused'];
  expect(read(tokenProgram, data, keys)).toEqual([unchecked, { ...ofMint, signers: ['signer 1'] }]);
  expect(read(token2022Program, [255, 4, 19, ...withFee], ['a', 'm', 'b', 'o'])).toEqual([ofMint]);
});

test.each([
  ['no data', tokenProgram, []],
  ['another instruction', tokenProgram, [4, ...amount]],
  ['Transfer without the last byte', tokenProgram, transfer.slice(0, -1)],
  ['TransferChecked without the decimals', tokenProgram, checked.slice(0, -1)],
  ['TransferCheckedWithFee without the last byte', token2022Program, withFee.slice(0, -1)],
  ['another instruction about fees', token2022Program, [26, 0, ...withFee.slice(2)]],
  ['TransferCheckedWithFee of the Token Program, which has none', tokenProgram, withFee],
  ['an empty batch', tokenProgram, [255]],
  ['a batch in a batch', tokenProgram, [255, 4, 12, 255, 3, 9, ...transfer]],
  ['a batch whose data ends too early', tokenProgram, [255, 3, 10, ...transfer]],
  ['a batch with too few accounts', tokenProgram, [255, 9, 9, ...transfer]],
  ['a batch whose instruction has too few accounts', tokenProgram, [255, 2, 9, ...transfer, 2, 1, 9]],
])('error: %s is no transfer', (_, program, data) => {
  expect(read(program, data, ['a', 'm', 'b', 'o'])).toEqual([]);
});

test.each([
  ['Transfer', transfer, ['a', 'b']],
  ['TransferChecked', checked, ['a', 'm', 'b']],
  ['TransferCheckedWithFee', withFee, ['a', 'm', 'b']],
])('error: %s with too few accounts is no transfer', (_, data, keys) => {
  expect(read(token2022Program, data, keys)).toEqual([]);
});
