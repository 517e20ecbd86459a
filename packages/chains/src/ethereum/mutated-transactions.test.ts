import { equalBytes } from '@mintmark/stamper/encoding';
import { repetitions } from '@mintmark/testing/effort';
import { createRandom } from '@mintmark/testing/random';
import { RLP, type RLPInput } from 'micro-eth-signer/core/rlp.js';
import { expect, test } from 'vitest';
import { ChainError } from '../chain-error.ts';
import { encodeUnsignedTransaction } from './encode-ethereum-transaction.ts';
import { readEthereumTransaction } from './read-ethereum-transaction.ts';

const signer = { publicKey: new Uint8Array(33) };
const address = new Uint8Array(20).fill(0x35);
const accessList = [
  [address, [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]],
  [address, []],
];
const authorizations = [
  [1n, address, 7n, 1n, 2n ** 200n, 2n ** 250n],
  [0n, address, 0n, 0n, 1n, 1n],
];
const fees = [1n, 9n, 2n, 20n, 21_000n];
const call = [address, 10n ** 18n, new Uint8Array(70).fill(0xab)];
const hash = new Uint8Array(32).fill(1);

const samples: readonly (readonly [number, RLPInput[]])[] = [
  [0, [9n, 20n, 21_000n, ...call]],
  [0, [9n, 20n, 21_000n, ...call, 1n, 0n, 0n]],
  [1, [1n, 9n, 20n, 21_000n, ...call, accessList]],
  [2, [...fees, ...call, accessList]],
  [3, [...fees, ...call, accessList, 5n, [hash, hash]]],
  [4, [...fees, ...call, accessList, authorizations]],
];

const count = repetitions({ usual: 4_000, full: 20_000 });
const random = createRandom(15);
const encode = (type: number, list: Uint8Array) => (type === 0 ? list : Uint8Array.of(type, ...list));
const interesting = [0x00, 0x01, 0x7f, 0x80, 0x81, 0xb7, 0xb8, 0xbf, 0xc0, 0xc1, 0xf7, 0xf8, 0xff];

/** Changes some bytes. Lengths mostly break, so that most results are refused. */
function mutateBytes(bytes: Uint8Array): Uint8Array {
  const at = random(bytes.length);
  const byte = random(2) === 0 ? random(256) : (interesting[random(interesting.length)] as number);
  switch (random(4)) {
    case 0:
      return bytes.with(at, byte);
    case 1:
      return Uint8Array.of(...bytes.subarray(0, at), byte, ...bytes.subarray(at));
    case 2:
      return Uint8Array.of(...bytes.subarray(0, at), ...bytes.subarray(at + 1));
    default:
      return bytes.slice(0, at);
  }
}

/** Changes an item somewhere in a list, so that the lengths are right and the meaning differs. */
function mutateItem(item: RLPInput): RLPInput {
  if (Array.isArray(item) && item.length > 0 && random(4) > 0) {
    const at = random(item.length);
    return item.with(at, mutateItem(item[at] as RLPInput));
  }
  if (Array.isArray(item)) return [[], [...item, 0n], item.slice(1), Uint8Array.of(1)][random(4)] as RLPInput;
  const values = [0n, 1n, BigInt(random(1e9)), 2n ** BigInt(random(260)), new Uint8Array(random(40)).fill(1), []];
  return values[random(values.length)] as RLPInput;
}

test('behavior: mutated transactions are refused or have the encoding that was read', () => {
  const counts = { refused: 0, read: 0 };
  for (let index = 0; index < count; index++) {
    const [type, items] = samples[index % samples.length] as (typeof samples)[number];
    const bytes =
      random(2) === 0 ? mutateBytes(encode(type, RLP.encode(items))) : encode(type, RLP.encode(mutateItem(items)));
    try {
      const { content } = readEthereumTransaction(bytes, signer);
      expect(equalBytes(encodeUnsignedTransaction(content), bytes)).toBe(true);
      counts.read++;
    } catch (error) {
      expect(error).toBeInstanceOf(ChainError);
      expect(error).toHaveProperty('code', 'INVALID_TRANSACTION');
      counts.refused++;
    }
  }
  expect(counts.read).toBeGreaterThan(count / 10);
  expect(counts.refused).toBeGreaterThan(count / 10);
  expect(counts.read + counts.refused).toBe(count);
});
