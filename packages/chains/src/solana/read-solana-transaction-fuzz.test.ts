import { repetitions } from '@mintmark/testing/effort';
import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { ChainError } from '../chain-error.ts';
import { readSolanaTransaction } from './read-solana-transaction.ts';
import { encodeList, encodeMessage, type SolanaMessage } from './solana-message.ts';

const mutants = repetitions({ usual: 4_000, full: 20_000 });

/** mulberry32: the same numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const key = (fill: number) => new Uint8Array(32).fill(fill);
const publicKey = key(1);
const programs = ['11111111111111111111111111111111', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'].map((program) =>
  base58.decode(program),
);

const legacy: SolanaMessage = {
  version: 'legacy',
  header: { requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 2 },
  accountKeys: [publicKey, key(2), key(3), ...programs],
  recentBlockhash: key(9),
  instructions: [
    { programIndex: 3, accountIndexes: Uint8Array.of(0, 1), data: Uint8Array.of(2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0) },
    { programIndex: 4, accountIndexes: Uint8Array.of(1, 2, 0), data: Uint8Array.of(3, 5, 0, 0, 0, 0, 0, 0, 0) },
  ],
  lookups: [],
};
const versioned: SolanaMessage = {
  ...legacy,
  version: 0,
  header: { requiredSignatures: 2, readonlySigned: 1, readonlyUnsigned: 2 },
  instructions: [
    {
      programIndex: 4,
      accountIndexes: Uint8Array.of(5, 7, 6, 0, 1),
      data: Uint8Array.of(255, 5, 10, 12, 5, 0, 0, 0, 0, 0, 0, 0, 6),
    },
    {
      programIndex: 3,
      accountIndexes: Uint8Array.of(2, 0, 5),
      data: Uint8Array.of(11, ...Array(11).fill(0), 3, ...Array(7).fill(0), 97, 98, 99, ...Array(32).fill(0)),
    },
  ],
  lookups: [
    { tableKey: key(6), writableIndexes: Uint8Array.of(1, 2), readonlyIndexes: Uint8Array.of(3) },
    { tableKey: key(7), writableIndexes: Uint8Array.of(), readonlyIndexes: Uint8Array.of(0, 255) },
  ],
};
const originals = [legacy, versioned].map((message) => [
  ...encodeList(Array(message.header.requiredSignatures).fill(new Uint8Array(64))),
  ...encodeMessage(message),
]);

const telling = [0x00, 0x01, 0x02, 0x7f, 0x80, 0x81, 0xff];

function mutate(random: (below: number) => number): Uint8Array {
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
  const bytes = [...pick(originals)];
  for (let left = 1 + random(3); left > 0; left--) {
    const at = random(bytes.length);
    const value = random(2) ? random(256) : pick(telling);
    switch (random(8)) {
      case 0:
        bytes.splice(at, 1 + random(40));
        break;
      case 1:
        bytes.splice(at, 0, ...Array(1 + random(40)).fill(value));
        break;
      case 2:
        bytes.splice(at, 32, ...pick(originals).slice(at, at + 32));
        break;
      default:
        bytes[at] = value;
    }
  }
  return Uint8Array.from(bytes);
}

/** Tells whether a transaction was read. Everything else than reading it whole or refusing it fails the test. */
function isRead(bytes: Uint8Array): boolean {
  try {
    const { content, sign } = readSolanaTransaction(bytes, { publicKey });
    const signed = sign([{ bytes: new Uint8Array(64).fill(0xaa), parity: 0 }]);
    const position = content.accountKeys.indexOf(base58.encode(publicKey));
    expect(signed.slice().fill(0, 1 + 64 * position, 65 + 64 * position)).toEqual(bytes);
    expect(() => readSolanaTransaction(signed, { publicKey })).toThrow('this key has already signed it');
    return true;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    expect(error.code).toBe('INVALID_TRANSACTION');
    return false;
  }
}

test('behavior: mutated transactions are refused or encoded again as they were', () => {
  const random = createRandom(20_260_801);
  let read = 0;
  for (let count = 0; count < mutants; count++) if (isRead(mutate(random))) read++;
  expect(read).toBeGreaterThan(0);
  expect(mutants - read).toBeGreaterThan(0);
});
