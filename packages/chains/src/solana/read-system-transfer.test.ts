import { expect, test } from 'vitest';
import { readSystemTransfer } from './read-system-transfer.ts';

const accounts = ['a', 'b', 'c', 'd'].map((accountKey) => ({ accountKey, signer: false, writable: true }));
const amount = [0xff, 0, 0, 0, 0, 0, 0, 0x80];
const transfer = [2, 0, 0, 0, ...amount];
const owner = Array(32).fill(7);
const withSeed = (seed: readonly number[], length = seed.length) => [
  ...[11, 0, 0, 0, ...amount],
  ...[length, 0, 0, 0, 0, 0, 0, 0, ...seed, ...owner],
];
const read = (data: readonly number[], count: number) =>
  readSystemTransfer(Uint8Array.from([9, ...data]).subarray(1), accounts.slice(0, count));

test.each([
  ['Transfer', transfer, 2, 'b'],
  ['Transfer with more accounts', transfer, 4, 'b'],
  ['Transfer with more data', [...transfer, 1], 2, 'b'],
  ['TransferWithSeed', withSeed([97, 98]), 3, 'c'],
  ['TransferWithSeed without a seed', withSeed([]), 3, 'c'],
  ['TransferWithSeed with more accounts', withSeed([97]), 4, 'c'],
  ['TransferWithSeed with more data', [...withSeed([97]), 1], 3, 'c'],
])('default: %s', (_, data, count, to) => {
  expect(read(data, count)).toEqual([{ from: 'a', to, amount: 0x80000000000000ffn }]);
});

test.each([
  ['no data', [], 4],
  ['another instruction', [0, 0, 0, 0, ...amount], 4],
  ['a number of an instruction that begins like Transfer', [2, 0, 0, 1, ...amount], 4],
  ['Transfer with data that is too short', transfer.slice(0, -1), 4],
  ['Transfer with one account', transfer, 1],
  ['TransferWithSeed with two accounts', withSeed([97]), 2],
  ['TransferWithSeed that ends after the amount', withSeed([97]).slice(0, 12), 4],
  ['TransferWithSeed that ends within the length of the seed', withSeed([97]).slice(0, 19), 4],
  ['TransferWithSeed that ends within the owner', withSeed([97]).slice(0, -1), 4],
  ['TransferWithSeed with a seed that is too long', withSeed([97], 2), 4],
  ['TransferWithSeed with a length of 2^64 - 1', withSeed([]).fill(0xff, 12, 20), 4],
  ['TransferWithSeed with a seed that is not UTF-8', withSeed([0xff]), 4],
])('error: %s is no transfer', (_, data, count) => {
  expect(read(data, count)).toEqual([]);
});
