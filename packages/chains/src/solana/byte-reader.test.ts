import { expect, test } from 'vitest';
import { ChainError } from '../chain-error.ts';
import { ByteReader } from './byte-reader.ts';
import { encodeList } from './solana-message.ts';

const count = (...bytes: number[]) => new ByteReader(Uint8Array.from(bytes)).count('the items');

/** The tests of Solana's own crate solana-short-vec. */
const published: readonly (readonly [number, readonly number[]])[] = [
  [0x0000, [0x00]],
  [0x007f, [0x7f]],
  [0x0080, [0x80, 0x01]],
  [0x00ff, [0xff, 0x01]],
  [0x0100, [0x80, 0x02]],
  [0x07ff, [0xff, 0x0f]],
  [0x3fff, [0xff, 0x7f]],
  [0x4000, [0x80, 0x80, 0x01]],
  [0x7fff, [0xff, 0xff, 0x01]],
  [0xffff, [0xff, 0xff, 0x03]],
];

test.each(published)('default: %i is encoded as %j', (value, bytes) => {
  expect(count(...bytes)).toBe(value);
  expect([...encodeList(Array(value).fill(new Uint8Array()))]).toEqual(bytes);
});

test.each([
  ['not the shortest form', [0x80, 0x00], 'the length of the items is not in its shortest form'],
  ['not the shortest form', [0x80, 0x80, 0x00], 'the length of the items is not in its shortest form'],
  ['not the shortest form', [0xff, 0x00], 'the length of the items is not in its shortest form'],
  ['not the shortest form', [0xff, 0x80, 0x00], 'the length of the items is not in its shortest form'],
  ['not the shortest form', [0x80, 0x81, 0x00], 'the length of the items is not in its shortest form'],
  ['not the shortest form', [0xff, 0xff, 0x00], 'the length of the items is not in its shortest form'],
  ['empty', [], 'it ends within the items'],
  ['too short', [0x80], 'it ends within the items'],
  ['too long', [0x80, 0x80, 0x80, 0x00], 'the length of the items exceeds 65535'],
  ['too large', [0x80, 0x80, 0x04], 'the length of the items exceeds 65535'],
  ['too large', [0x80, 0x80, 0x06], 'the length of the items exceeds 65535'],
] as const)('error: a length that is %s, %j', (_, bytes, problem) => {
  expect(() => count(...bytes)).toThrow(new ChainError('INVALID_TRANSACTION', `${problem}`));
});
