import { equalBytes } from '@mintmark/stamper/encoding';
import { repetitions } from '@mintmark/testing/effort';
import { createRandom, type Random } from '@mintmark/testing/random';
import { concatBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import {
  buildSample,
  entry,
  foreignKey,
  payments,
  publicKey,
  scriptTypes,
  signRequest,
  uint32,
} from '../../test/bitcoin-psbts.ts';
import { ChainError } from '../chain-error.ts';
import { encodePsbt, readPsbt } from './psbt.ts';
import { inputFields } from './psbt-fields.ts';
import { readBitcoinTransaction } from './read-bitcoin-transaction.ts';

const count = repetitions({ usual: 4_000, full: 20_000 });

const samples: readonly Uint8Array[] = [
  ...scriptTypes.map((type) => buildSample({ inputs: [{ type }] })),
  buildSample({ inputs: [{ utxo: 'both' }, { type: 'P2PKH', key: foreignKey, isSegwit: false }] }),
  buildSample({
    inputs: [
      { type: 'P2TR', more: [entry(inputFields.sighashType.type, uint32(1))] },
      { type: 'P2SH' },
      { type: 'P2WSH' },
    ],
    outputs: [
      { amount: 1n, script: payments.P2PKH(foreignKey).script },
      { amount: 0n, script: Uint8Array.of(0x6a) },
    ],
    outputMaps: [[entry(0x02, uint32(0), foreignKey)], []],
    global: [entry(0xfc, uint32(1), uint32(2))],
  }),
];

/** Bytes that are lengths, counts, types and signs more often than others. */
const likely = [0x00, 0x01, 0x02, 0x13, 0x22, 0x7f, 0x80, 0xfc, 0xfd, 0xfe, 0xff];

/** Most mutations leave the magic bytes alone, because nothing else is read without them. */
const magicLength = 5;

/** Changes bytes, inserts, removes, repeats or reverses parts, or cuts the end off. */
function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  const start = random(50) === 0 ? 0 : Math.min(magicLength, bytes.length - 1);
  const at = start + random(bytes.length - start);
  const length = 1 + random(random(4) === 0 ? 64 : 4);
  const byte = random(2) === 0 ? (likely[random(likely.length)] as number) : random(256);
  const [before, part, after] = [bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at + length)];
  switch (random(8)) {
    case 0:
      return concatBytes(before, Uint8Array.of(byte), bytes.subarray(at));
    case 1:
      return concatBytes(before, after);
    case 2:
      return concatBytes(before, part, part, after);
    case 3:
      return concatBytes(before, part.toReversed(), after);
    case 4:
      return before;
    case 5:
      return Uint8Array.from(bytes, (value, index) => (index === at ? value ^ (1 << random(8)) : value));
    default:
      return Uint8Array.from(bytes, (value, index) => (index === at ? byte : value));
  }
}

test('behavior: mutated PSBTs are refused, or are encoded to the same bytes again', () => {
  const random = createRandom(174);
  const counts = { refused: 0, read: 0 };
  for (let round = 0; round < count; round += 1) {
    let bytes = samples[round % samples.length] as Uint8Array;
    for (let times = 1 + random(3); times > 0; times -= 1) if (bytes.length > 0) bytes = mutate(bytes, random);
    try {
      const { requests, sign } = readBitcoinTransaction(bytes, { publicKey }, { network: 'mainnet' });
      counts.read += 1;
      const signatures = requests.map(() => ({ bytes: new Uint8Array(64).fill(1), parity: 0 as const }));
      const before = readPsbt(bytes);
      const after = readPsbt(sign(signatures));
      expect(equalBytes(encodePsbt(before), bytes)).toBe(true);
      // Without the signatures, the signed PSBT is the one that was read.
      const inputs = after.inputs.map((map, index) =>
        map.filter((found) =>
          before.inputs[index]?.some((known) => known.type === found.type && equalBytes(known.keyData, found.keyData)),
        ),
      );
      expect(equalBytes(encodePsbt({ ...after, inputs }), bytes)).toBe(true);
    } catch (error) {
      if (!(error instanceof ChainError) || error.code !== 'INVALID_TRANSACTION') throw error;
      counts.refused += 1;
    }
  }
  expect(counts.refused + counts.read).toBe(count);
  expect(counts.refused).toBeGreaterThan(0);
  expect(counts.read).toBeGreaterThan(0);
});

test('default: the samples themselves are read and signed', () => {
  for (const sample of samples) {
    const { requests, sign } = readBitcoinTransaction(sample, { publicKey }, { network: 'mainnet' });
    expect(sign(requests.map((request) => signRequest(request))).length).toBeGreaterThan(sample.length);
  }
});
