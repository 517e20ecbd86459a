import { describe, expect, test } from 'vitest';
import { parseAbi } from './abi.ts';
import { decodeCall } from './decode-call.ts';

const word = (value: bigint | number): string => BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0');
const account = `0x${'ab'.repeat(20)}`;

/** The call of the only function of an ABI with inputs of these types. */
function call(types: readonly (string | object)[], ...words: readonly string[]) {
  const inputs = types.map((type, index) => ({ name: `x${index}`, ...(typeof type === 'string' ? { type } : type) }));
  const abi = parseAbi(JSON.stringify([{ name: 'f', inputs }]));
  const [selector = ''] = abi.keys();
  return decodeCall(abi, `0x${selector}${words.join('')}`);
}
const valuesOf = (...parameters: Parameters<typeof call>) => {
  const { arguments: args } = call(...parameters) ?? {};
  return args && [...args.values()];
};

test('default: an ERC-20 transfer', () => {
  const inputs = [
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ];
  const abi = parseAbi(JSON.stringify([{ type: 'function', name: 'transfer', inputs }]));
  expect(decodeCall(abi, `0xa9059cbb${word(BigInt(account))}${word(5)}`)).toEqual({
    functionName: 'transfer',
    functionSignature: 'transfer(address,uint256)',
    arguments: new Map<string, unknown>([
      ['to', account],
      ['amount', 5n],
    ]),
  });
});

test('behavior: a function without arguments', () => {
  expect(call([])).toEqual({ functionName: 'f', functionSignature: 'f()', arguments: new Map() });
});

test('behavior: arguments without a name are not shown', () => {
  expect(valuesOf([{ name: '', type: 'bool' }, 'bool'], word(1), word(0))).toEqual([false]);
});

test('behavior: the largest and smallest integers', () => {
  expect(valuesOf(['uint256', 'int256', 'int8'], 'f'.repeat(64), word(-(2n ** 255n)), word(-128))).toEqual([
    2n ** 256n - 1n,
    -(2n ** 255n),
    -128n,
  ]);
});

test('behavior: tuples and arrays are lists by position', () => {
  const components = [
    { name: 'target', type: 'address' },
    { name: 'data', type: 'bytes' },
  ];
  const item = [word(BigInt(account)), word(64), word(2), 'beef'.padEnd(64, '0')];
  const words = [word(32), word(1), word(32), ...item];
  expect(valuesOf([{ type: 'tuple[]', components }], ...words)).toEqual([[[account, '0xbeef']]]);
});

describe('data that is not exactly a call', () => {
  const abi = parseAbi('[{"name":"pause","inputs":[]}]');

  test.each<[string, string]>([
    ['no data', '0x'],
    ['less than a selector', '0x8456cb'],
    ['another function', '0x00000000'],
    ['trailing bytes', '0x8456cb5900'],
  ])('error: %s', (_, data) => {
    expect(decodeCall(abi, data)).toBeUndefined();
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ['a word too few', ['uint256', 'uint256'], [word(1)]],
    ['half a word', ['uint256'], [word(1).slice(2)]],
    ['a word too many', ['uint256'], [word(1), word(0)]],
    ['a bool of 2', ['bool'], [word(2)]],
    ['a uint8 of 256', ['uint8'], [word(256)]],
    ['an int8 of 128', ['int8'], [word(128)]],
    ['an int8 without the sign in all bytes', ['int8'], [word(0xff)]],
    ['an address of 21 bytes', ['address'], [word(2n ** 160n)]],
    ['bytes2 with a third byte', ['bytes2'], ['010203'.padEnd(64, '0')]],
    ['an offset that skips a word', ['bytes'], [word(64), word(0), word(0)]],
    ['an offset into the head', ['bytes', 'bytes'], [word(0), word(64), word(0)]],
    ['two offsets to the same place', ['bytes', 'bytes'], [word(64), word(64), word(0)]],
    ['tails in another order', ['bytes', 'bytes'], [word(128), word(64), word(0), word(0)]],
    ['an offset of 2^255', ['bytes'], [word(2n ** 255n), word(0)]],
    ['a length beyond the end', ['bytes'], [word(32), word(33), word(0)]],
    ['padding that is not zero', ['bytes'], [word(32), word(1), '0102'.padEnd(64, '0')]],
    ['padding that is missing', ['bytes'], [word(32), word(1), '01']],
    ['text that is not UTF-8', ['string'], [word(32), word(1), 'ff'.padEnd(64, '0')]],
    ['a list of 2^32 - 1 items', ['uint256[]'], [word(32), word(2 ** 32 - 1)]],
    ['a list of 2^53 items', ['uint256[]'], [word(32), word(2n ** 53n)]],
    ['an array larger than memory', ['uint256[999999999][999999999]'], [word(1)]],
  ])('error: %s', (_, types, words) => {
    expect(call(types, ...words)).toBeUndefined();
  });
});

test('behavior: time grows with the length of the data alone', () => {
  // Each level could point to the same place, which a reader that follows offsets would read again and again.
  const levels = 16;
  const types = [`uint256${'[]'.repeat(levels)}`];
  const words = Array.from({ length: 4096 }, (_, index) => word(index % 2 === 0 ? 32 : 100));
  const start = performance.now();
  expect(call(types, ...words)).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(1000);
});
