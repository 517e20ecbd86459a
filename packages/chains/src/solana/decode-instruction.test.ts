import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { decodeInstruction } from './decode-instruction.ts';
import { parseIdl } from './idl.ts';

const key = (byte: number): string => base58.encode(new Uint8Array(32).fill(byte));
const programKey = key(9);

/** Decodes data after the discriminator of an instruction with arguments of these types. */
function decode(
  args: readonly unknown[],
  data: string,
  types: readonly unknown[] = [],
  accounts: readonly string[] = [],
) {
  const idl = parseIdl(
    JSON.stringify({
      types,
      instructions: [
        {
          name: 'act',
          discriminator: [7],
          accounts: [{ name: 'payer' }, { name: 'vault', optional: true }],
          args: args.map((type, index) => ({ name: `x${index}`, type })),
        },
      ],
    }),
  );
  const named = accounts.length === 0 ? [key(1), key(2)] : accounts;
  return decodeInstruction(idl, {
    programKey,
    accounts: named.map((accountKey) => ({ accountKey, signer: false, writable: false })),
    dataHex: `07${data}`,
    addressTableLookups: [],
  });
}
const valuesOf = (...parameters: Parameters<typeof decode>) => {
  const call = decode(...parameters);
  return call && [...call.arguments.values()];
};

test('default: arguments and accounts by their names', () => {
  expect(decode(['u64'], '0500000000000000')).toEqual({
    instructionName: 'act',
    discriminator: '07',
    accounts: new Map([
      ['payer', key(1)],
      ['vault', key(2)],
    ]),
    arguments: new Map([['x0', 5n]]),
  });
});

describe('accounts', () => {
  test('behavior: an optional account that is left out is missing', () => {
    expect(decode([], '', [], [key(1), programKey])?.accounts).toEqual(new Map([['payer', key(1)]]));
    expect(decode([], '', [], [key(1)])?.accounts).toEqual(new Map([['payer', key(1)]]));
  });

  test('behavior: remaining accounts have no name', () => {
    expect(decode([], '', [], [key(1), key(2), key(3)])?.accounts.size).toBe(2);
  });

  test('error: an account that is required is missing', () => {
    const idl = parseIdl(
      '{"types":[],"instructions":[{"name":"a","discriminator":[7],"accounts":[{"name":"x"}],"args":[]}]}',
    );
    expect(
      decodeInstruction(idl, { programKey, accounts: [], dataHex: '07', addressTableLookups: [] }),
    ).toBeUndefined();
  });
});

describe('values', () => {
  const side = {
    name: 'Side',
    type: {
      kind: 'enum',
      variants: [
        { name: 'Bid' },
        { name: 'Ask', fields: [{ name: 'limit', type: 'u8' }] },
        { name: 'Both', fields: ['u8', 'u8'] },
      ],
    },
  };
  const pair = {
    name: 'Pair',
    generics: [
      { kind: 'type', name: 'T' },
      { kind: 'const', name: 'N', type: 'usize' },
    ],
    type: { kind: 'struct', fields: [{ name: 'items', type: { array: [{ generic: 'T' }, { generic: 'N' }] } }] },
  };

  test.each<[string, unknown, string, unknown, unknown[]?]>([
    ['bool', 'bool', '01', true],
    ['i8', 'i8', 'ff', -1n],
    ['u128', 'u128', 'ff'.repeat(16), 2n ** 128n - 1n],
    ['i256', 'i256', 'ff'.repeat(32), -1n],
    ['f64', 'f64', '000000000000f83f', '1.5'],
    ['bytes', 'bytes', '02000000beef', 'beef'],
    ['string', 'string', '02000000c3a9', 'é'],
    ['pubkey', 'pubkey', '05'.repeat(32), key(5)],
    ['publicKey', 'publicKey', '05'.repeat(32), key(5)],
    ['an option', { option: 'u8' }, '0107', 7n],
    ['a list of options', { vec: { option: 'u8' } }, '02000000000107', [[], 7n]],
    ['an array', { array: ['u8', 2] }, '0102', [1n, 2n]],
    ['a tuple', { tuple: ['u8', 'bool'] }, '0100', [1n, false]],
    ['a variant without fields', { defined: { name: 'Side' } }, '00', 'Bid', [side]],
    ['a variant with named fields', { defined: 'Side' }, '0109', new Map([['Ask', new Map([['limit', 9n]])]]), [side]],
    ['a variant with fields in their order', { defined: 'Side' }, '020102', new Map([['Both', [1n, 2n]]]), [side]],
    ['an alias', { defined: 'Id' }, '05', 5n, [{ name: 'Id', type: { kind: 'type', alias: 'u8' } }]],
    [
      'a generic type',
      {
        defined: {
          name: 'Pair',
          generics: [
            { kind: 'type', type: 'u16' },
            { kind: 'const', value: '2' },
          ],
        },
      },
      '01000200',
      new Map([['items', [1n, 2n]]]),
      [pair],
    ],
  ])('behavior: %s', (_, type, data, value, types) => {
    expect(valuesOf([type], data, types)).toEqual([value]);
  });

  test('behavior: an option that is none is missing', () => {
    expect(valuesOf([{ option: 'u8' }], '00')).toEqual([]);
  });
});

describe('data that is not exactly a call', () => {
  const empty = { name: 'Empty', type: { kind: 'struct', fields: [] } };
  const list = { name: 'List', type: { kind: 'struct', fields: [{ name: 'next', type: { defined: 'List' } }] } };
  const zeroCopy = { ...empty, name: 'ZeroCopy', serialization: 'bytemuck' };

  test.each<[string, unknown, string, unknown[]?]>([
    ['trailing bytes', 'u8', '0100'],
    ['missing bytes', 'u16', '01'],
    ['a bool of 2', 'bool', '02'],
    ['an option of 2', { option: 'u8' }, '0201'],
    ['NaN', 'f32', '0000c07f'],
    ['text that is not UTF-8', 'string', '01000000ff'],
    ['a length beyond the end', 'bytes', 'ffffffff00'],
    ['an unknown variant', { defined: 'E' }, '01', [{ name: 'E', type: { kind: 'enum', variants: [{ name: 'A' }] } }]],
    ['2^32 - 1 values without bytes', { vec: { defined: 'Empty' } }, 'ffffffff', [empty]],
    ['a type that contains itself', { defined: 'List' }, '', [list]],
    ['a type with another layout', { defined: 'ZeroCopy' }, '', [zeroCopy]],
    ['a kind of option that only accounts have', { coption: 'u8' }, '0000000000'],
  ])('error: %s', (_, type, data, types) => {
    expect(decode([type], data, types)).toBeUndefined();
  });

  test('error: another instruction', () => {
    const idl = parseIdl('{"types":[],"instructions":[]}');
    expect(
      decodeInstruction(idl, { programKey, accounts: [], dataHex: '07', addressTableLookups: [] }),
    ).toBeUndefined();
  });
});
