import {
  addEncoderSizePrefix,
  type Encoder,
  getAddressEncoder,
  getArrayEncoder,
  getBooleanEncoder,
  getBytesEncoder,
  getI8Encoder,
  getI64Encoder,
  getI128Encoder,
  getOptionEncoder,
  getStructEncoder,
  getTupleEncoder,
  getU8Encoder,
  getU16Encoder,
  getU32Encoder,
  getU64Encoder,
  getU128Encoder,
  getUtf8Encoder,
} from '@solana/kit';
import { expect, test } from 'vitest';
import { decodeInstruction } from '../../chains/src/solana/decode-instruction.ts';
import { parseIdl } from '../../chains/src/solana/idl.ts';
import type { IdlValue } from '../../chains/src/solana/program-call.ts';
import { EthereumRandom } from './ethereum-random.ts';
import { solanaKeypair } from './solana-keypair.ts';

const count = 1000;
/** Only ends a hang: a test calculates for some seconds. */
const patience = 10 * 60 * 1000;

/** A type of an IDL, how the library encodes it, and a value: as the library takes it, and as the server shows it. */
interface Sample {
  readonly type: unknown;
  readonly encoder: Encoder<unknown>;
  readonly given: unknown;
  /** Undefined for an option that is none. */
  readonly shown: IdlValue | undefined;
}

const sample = <Given>(type: unknown, encoder: Encoder<Given>, given: Given, shown: IdlValue | undefined): Sample => ({
  type,
  encoder: encoder as Encoder<unknown>,
  given,
  shown,
});

/** Defined types that were used, by name. */
type Types = { readonly name: string; readonly type: unknown }[];

function makeSample(random: EthereumRandom, types: Types, depth: number): Sample {
  const nested = () => makeSample(random, types, depth - 1);
  const makers: (() => Sample)[] = [
    () => small(random, 'u8', getU8Encoder(), 8),
    () => small(random, 'u16', getU16Encoder(), 16),
    () => small(random, 'u32', getU32Encoder(), 32),
    () => large(random, 'u64', getU64Encoder(), 64, false),
    () => large(random, 'i64', getI64Encoder(), 64, true),
    () => large(random, 'u128', getU128Encoder(), 128, false),
    () => large(random, 'i128', getI128Encoder(), 128, true),
    () => {
      const value = random.below(256) - 128;
      return sample('i8', getI8Encoder(), value, BigInt(value));
    },
    () => {
      const value = random.chance(2);
      return sample('bool', getBooleanEncoder(), value, value);
    },
    () => {
      const value = random.pick(['', 'Käse 🧀', 'transfer']);
      return sample('string', addEncoderSizePrefix(getUtf8Encoder(), getU32Encoder()), value, value);
    },
    () => {
      const value = random.bytes(random.below(40));
      const encoder = addEncoderSizePrefix(getBytesEncoder(), getU32Encoder());
      return sample('bytes', encoder, value, Buffer.from(value).toString('hex'));
    },
    () => {
      const { address } = solanaKeypair(`argument ${random.below(8)}`);
      return sample(random.pick(['pubkey', 'publicKey']), getAddressEncoder(), address, address);
    },
  ];
  if (depth === 0 || !random.chance(3)) return random.pick(makers)();
  switch (random.below(4)) {
    case 0: {
      const item = nested();
      const isSome = random.chance(2);
      return sample(
        { option: item.type },
        getOptionEncoder(item.encoder),
        isSome ? item.given : null,
        isSome ? item.shown : undefined,
      );
    }
    case 1: {
      const item = nested();
      const length = random.below(4);
      const [given, shown] = [Array(length).fill(item.given), Array(length).fill(item.shown ?? [])];
      return random.chance(2)
        ? sample({ vec: item.type }, getArrayEncoder(item.encoder), given, shown)
        : sample({ array: [item.type, length] }, getArrayEncoder(item.encoder, { size: length }), given, shown);
    }
    case 2: {
      const items = Array.from({ length: 1 + random.below(3) }, nested);
      const encoder = getTupleEncoder(items.map((item) => item.encoder));
      return sample(
        { tuple: items.map((item) => item.type) },
        encoder,
        items.map((item) => item.given) as never,
        items.map((item) => item.shown ?? []),
      );
    }
    default: {
      const fields = Array.from({ length: random.below(4) }, (_, index) => ({ name: `f${index}`, ...nested() }));
      const name = `Struct${types.length}`;
      types.push({
        name,
        type: { kind: 'struct', fields: fields.map((field) => ({ name: field.name, type: field.type })) },
      });
      const encoder = getStructEncoder(fields.map((field): [string, Encoder<unknown>] => [field.name, field.encoder]));
      const given = Object.fromEntries(fields.map((field) => [field.name, field.given]));
      const shown = new Map(
        fields.flatMap((field) => (field.shown === undefined ? [] : [[field.name, field.shown] as const])),
      );
      return sample({ defined: random.chance(2) ? name : { name } }, encoder as Encoder<unknown>, given, shown);
    }
  }
}

function small(random: EthereumRandom, type: string, encoder: Encoder<number | bigint>, bits: number): Sample {
  const value = random.below(2 ** bits);
  return sample(type, encoder as Encoder<unknown>, value, BigInt(value));
}

function large(
  random: EthereumRandom,
  type: string,
  encoder: Encoder<number | bigint>,
  bits: number,
  isSigned: boolean,
): Sample {
  const unsigned = random.integer(bits);
  const value = isSigned ? BigInt.asIntN(bits, unsigned) : unsigned;
  return sample(type, encoder as Encoder<unknown>, value, value);
}

test(
  `default: ${count} instructions, as @solana/kit encodes their arguments`,
  () => {
    const random = new EthereumRandom('program calls');
    for (let index = 0; index < count; index++) {
      const types: Types = [];
      const args = Array.from({ length: random.below(5) }, (_, at) => ({
        name: `a${at}`,
        ...makeSample(random, types, 3),
      }));
      const discriminator = [...random.bytes(8)];
      const idl = parseIdl(
        JSON.stringify({
          types,
          instructions: [
            { name: 'act', discriminator, accounts: [], args: args.map(({ name, type }) => ({ name, type })) },
          ],
        }),
      );
      const data = Buffer.concat([
        Uint8Array.from(discriminator),
        ...args.map(({ encoder, given }) => encoder.encode(given) as Uint8Array),
      ]);
      const instruction = { programKey: '', accounts: [], addressTableLookups: [], dataHex: data.toString('hex') };
      expect(decodeInstruction(idl, instruction)?.arguments).toEqual(
        new Map(args.flatMap(({ name, shown }) => (shown === undefined ? [] : [[name, shown] as const]))),
      );
      expect(decodeInstruction(idl, { ...instruction, dataHex: `${instruction.dataHex}00` })).toBeUndefined();
    }
  },
  patience,
);
