import { describe, expect, test } from 'vitest';
import { InterfaceError } from '../interface-error.ts';
import { parseIdl } from './idl.ts';

const parse = (instructions: unknown, types: unknown = []) => parseIdl(JSON.stringify({ instructions, types }));
const initialize = { name: 'initialize', accounts: [], args: [] };
const withType = (type: unknown, types: unknown = []) => parse([{ ...initialize, args: [{ name: 'x', type }] }], types);

test('default: the layout since Anchor 0.30', () => {
  const idl = parse([
    {
      name: 'initialize',
      discriminator: [1, 2, 3],
      accounts: [
        { name: 'payer', writable: true, signer: true },
        { name: 'vault', optional: true },
      ],
      args: [{ name: 'amount', type: 'u64' }],
    },
  ]);
  expect(idl.instructions).toEqual([
    {
      name: 'initialize',
      discriminator: '010203',
      accounts: [
        { name: 'payer', isOptional: false },
        { name: 'vault', isOptional: true },
      ],
      args: [{ name: 'amount', type: { kind: 'int', bits: 64, isSigned: false } }],
    },
  ]);
});

// Those of `initialize`, `set_authority` and `buy` are in the IDLs that Anchor itself made.
test.each([
  ['initialize', 'afaf6d1f0d989bed'],
  ['setAuthority', '85fa25156ea31a79'],
  ['set_authority', '85fa25156ea31a79'],
  ['buy', '66063d1201daebea'],
])('behavior: the discriminator of %s is generated', (name, discriminator) => {
  expect(parse([{ ...initialize, name }]).instructions[0]?.discriminator).toBe(discriminator);
});

test('behavior: accounts in groups, as the layout before had them', () => {
  const accounts = [
    { name: 'pool', isMut: true, isSigner: false },
    { name: 'user', accounts: [{ name: 'wallet', isMut: false, isSigner: true, isOptional: true }] },
  ];
  expect(parse([{ ...initialize, accounts }]).instructions[0]?.accounts).toEqual([
    { name: 'pool', isOptional: false },
    { name: 'user.wallet', isOptional: true },
  ]);
});

describe('what is no IDL', () => {
  const struct = (name: string, type: unknown) => ({ name, type: { kind: 'struct', fields: [{ name: 'x', type }] } });

  test.each<[string, () => unknown, RegExp]>([
    ['an ABI', () => parseIdl('[]'), /^it is not an object$/],
    ['no types', () => parseIdl('{"instructions":[]}'), /^it has no types$/],
    ['no instructions', () => parseIdl('{"types":[]}'), /^instructions is not a list$/],
    ['an instruction without a name', () => parse([{ accounts: [], args: [] }]), /^instructions\[0\].name is missing/],
    [
      'an instruction without accounts',
      () => parse([{ name: 'f', args: [] }]),
      /^instructions\[0\].accounts is not a list/,
    ],
    ['the same instruction twice', () => parse([initialize, initialize]), /^instructions has the same name twice$/],
    [
      'discriminators that begin alike',
      () => parse([[1, 2], [1]].map((discriminator, index) => ({ ...initialize, name: `f${index}`, discriminator }))),
      /^f1 and f0 begin with the same bytes$/,
    ],
    ['an empty discriminator', () => parse([{ ...initialize, discriminator: [] }]), /is not a list of 1 to 32 bytes$/],
    [
      'a discriminator of 256',
      () => parse([{ ...initialize, discriminator: [256] }]),
      /is not a list of 1 to 32 bytes$/,
    ],
    ['an unknown type', () => withType('u7'), /^instructions\[0\].args\[0\].type is "u7", which is not an IDL type$/],
    ['an unknown kind of type', () => withType({ list: 'u8' }), /is not an IDL type$/],
    ['two kinds of type', () => withType({ vec: 'u8', option: 'u8' }), /has more than one kind of type$/],
    [
      'a type that is not defined',
      () => withType({ defined: 'Gone' }),
      /has a field of the type Gone, which is not in types$/,
    ],
    [
      'a field that is not defined',
      () => withType('u8', [struct('A', { defined: 'B' })]),
      /^A has a field of the type B/,
    ],
    [
      'generics that are missing',
      () => withType({ defined: 'A' }, [{ ...struct('A', 'u8'), generics: [{ kind: 'type', name: 'T' }] }]),
      /wrong number of generics$/,
    ],
    ['a negative length', () => withType({ array: ['u8', -1] }), /is not a length from 0/],
    [
      'two arguments of the same name',
      () => parse([{ ...initialize, args: Array(2).fill({ name: 'x', type: 'u8' }) }]),
      /args has the same name twice$/,
    ],
  ])('error: %s', (_, read, message) => {
    expect(read).toThrow(InterfaceError);
    expect(read).toThrow(message);
  });
});
