import { describe, expect, test } from 'vitest';
import { decodeAddress, decodeInteger, decodeText, encodeCall } from './contract-words.ts';

const text = (bytes: string, length = bytes.length / 2) =>
  `0x${'20'.padStart(64, '0')}${length.toString(16).padStart(64, '0')}${bytes.padEnd(64, '0')}`;

test('default: a call with two words', () => {
  expect(encodeCall('transfer(address,uint256)', ['0x00000000000000000000000000000000000000A1', 16n])).toBe(
    `0xa9059cbb${'a1'.padStart(64, '0')}${'10'.padStart(64, '0')}`,
  );
});

describe('what calls return', () => {
  test('default: integers, addresses and texts', () => {
    expect(decodeInteger(`0x${'ff'.padStart(64, '0')}`)).toBe(255n);
    expect(decodeAddress(`0x${'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'.padStart(64, '0')}`)).toBe(
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    );
    expect(decodeText(text('55534443'))).toBe('USDC');
    expect(decodeText(text(''))).toBe('');
  });

  test('args: 32 bytes instead of a text', () => {
    expect(decodeText(`0x${'4d4b52'.padEnd(64, '0')}`)).toBe('MKR');
  });

  test.each([
    ['no code at the address', '0x'],
    ['too short', '0x01'],
  ])('error: %s', (_, result) => {
    expect([decodeInteger(result), decodeAddress(result), decodeText(result)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('error: not an address, a length beyond the end, no UTF-8', () => {
    expect(decodeAddress(`0x${'f'.repeat(64)}`)).toBeUndefined();
    expect(decodeText(text('55534443', 100))).toBeUndefined();
    expect(decodeText(text('ff'))).toBeUndefined();
  });
});
