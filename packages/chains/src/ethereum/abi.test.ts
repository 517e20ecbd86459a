import { describe, expect, test } from 'vitest';
import { InterfaceError } from '../interface-error.ts';
import { parseAbi } from './abi.ts';

const parse = (...entries: readonly unknown[]) => parseAbi(JSON.stringify(entries));
const pause = { type: 'function', name: 'pause', inputs: [] };
const withType = (type: string, more: object = {}) => parse({ ...pause, inputs: [{ name: 'x', type, ...more }] });
const signatures = (abi: ReturnType<typeof parseAbi>) =>
  [...abi].map(([selector, { signature }]) => [selector, signature]);

test('default: functions by their selectors', () => {
  const inputs = [
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ];
  const abi = parse(
    { type: 'constructor', inputs: [] },
    { type: 'event', name: 'Paused', inputs: [], anonymous: false },
    { type: 'function', name: 'transfer', inputs, outputs: [], stateMutability: 'nonpayable' },
    { name: 'approve', inputs },
  );
  expect(signatures(abi)).toEqual([
    ['a9059cbb', 'transfer(address,uint256)'],
    ['095ea7b3', 'approve(address,uint256)'],
  ]);
});

test('behavior: overloaded functions, aliases, tuples and arrays', () => {
  const components = [
    { name: 'a', type: 'uint' },
    { name: 'b', type: 'tuple[2]', components: [{ name: 'c', type: 'bytes' }] },
  ];
  expect([...withType('tuple[][3]', { components }).values()][0]?.signature).toBe('pause((uint256,(bytes)[2])[][3])');
  const overloaded = parse(pause, { ...pause, inputs: [{ name: '', type: 'uint256' }] });
  expect([...overloaded.values()].map(({ signature }) => signature)).toEqual(['pause()', 'pause(uint256)']);
});

test('behavior: the same function twice', () => {
  expect(parse(pause, pause).size).toBe(1);
});

test('behavior: an ABI without functions', () => {
  expect(parse().size).toBe(0);
});

describe('what is no ABI', () => {
  const deep = (depth: number): object =>
    depth === 0 ? { name: '', type: 'bool' } : { name: '', type: 'tuple', components: [deep(depth - 1)] };

  test.each<[string, () => unknown, RegExp]>([
    ['text that is not JSON', () => parseAbi('[{]'), /^it is not valid JSON$/],
    ['an object', () => parseAbi('{"abi":[]}'), /^it is not a list$/],
    ['a member twice', () => parseAbi('[{"name":"a","name":"b","inputs":[]}]'), /^it has the member "name" twice$/],
    ['more than 400,000 characters', () => parseAbi(`[${' '.repeat(400_000)}]`), /more than 400000 characters/],
    ['an entry that is no object', () => parse(1), /^entry 1 is not an object$/],
    ['an unknown entry', () => parse({ type: 'functoin', name: 'f', inputs: [] }), /^entry 1 has the type "functoin"$/],
    ['a function without a name', () => parse(pause, { inputs: [] }), /^entry 2.name is missing/],
    ['a name that is none', () => parse({ ...pause, name: 'a(b)' }), /^entry 1.name is not a name: "a\(b\)"$/],
    ['a function without inputs', () => parse({ name: 'f' }), /^entry 1.inputs is not a list$/],
    ['an unknown type', () => withType('uint257'), /^entry 1.inputs\[0\].type is "uint257", which is not an ABI type/],
    ['bits that are no bytes', () => withType('int12'), /not an ABI type/],
    ['bytes0', () => withType('bytes0'), /not an ABI type/],
    ['a fixed-point number', () => withType('fixed128x18'), /not an ABI type/],
    ['an array without items', () => withType('uint256[0]'), /not an ABI type/],
    ['a tuple without components', () => withType('tuple', { components: [] }), /is a tuple without components$/],
    ['a tuple whose components are missing', () => withType('tuple[]'), /components is not a list$/],
    ['a tuple that is too deep', () => parse({ ...pause, inputs: [deep(20)] }), /nested more than/],
    ['arrays that are too deep', () => withType(`bool${'[1]'.repeat(17)}`), /nested more than 16 levels deep$/],
    [
      'two inputs of the same name',
      () => parse({ ...pause, inputs: Array(2).fill({ name: 'x', type: 'bool' }) }),
      /^entry 1 has two inputs of the same name$/,
    ],
    [
      'the same function with other names',
      () => parse(...['x', 'y'].map((name) => ({ ...pause, inputs: [{ name, type: 'bool' }] }))),
      /^pause\(bool\) occurs twice, with different names$/,
    ],
    [
      'two functions with the same selector',
      () =>
        parse(
          { ...pause, name: 'collate_propagate_storage', inputs: [{ type: 'bytes16' }] },
          { ...pause, name: 'burn', inputs: [{ type: 'uint256' }] },
        ),
      /^collate_propagate_storage\(bytes16\) and burn\(uint256\) have the same selector$/,
    ],
    ['more than 2,000 functions', () => parse(...Array(2001).fill({ name: 'f', inputs: [] })), /more than 2000/],
  ])('error: %s', (_, read, message) => {
    expect(read).toThrow(InterfaceError);
    expect(read).toThrow(message);
  });
});
