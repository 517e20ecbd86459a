import { hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { AddressError } from './address-error.ts';
import { type AddressFormat, addressFormats, type Curve, encodeAddress } from './address-formats.ts';

const formats = Object.keys(addressFormats) as AddressFormat[];
const curvesOf = (format: AddressFormat) => Object.keys(addressFormats[format]) as Curve[];
const bytesOf = hexToBytes;

/** The public keys of the private key 1 on SEC 1's curves, and of the first test of RFC 8032, section 7.1. */
const keys: Readonly<Record<Curve, Uint8Array>> = {
  CURVE_SECP256K1: bytesOf('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'),
  CURVE_P256: bytesOf('036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'),
  CURVE_ED25519: bytesOf('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'),
};
const allCurves = Object.keys(keys) as Curve[];

/** Returns the address, or the code of the error. */
function attempt(format: AddressFormat, curve: Curve, bytes: Uint8Array): string {
  try {
    return encodeAddress(format, { curve, bytes });
  } catch (error) {
    if (error instanceof AddressError) return error.code;
    throw error;
  }
}

test('behavior: two formats have the same addresses only if they are meant to', () => {
  const byAddress = Map.groupBy(
    formats.flatMap((format) =>
      curvesOf(format).map((curve) => ({ format, address: attempt(format, curve, keys[curve]) })),
    ),
    ({ address }) => address,
  );
  const same = [...byAddress.values()]
    .filter((group) => group.length > 1)
    .map((group) => group.map(({ format }) => format));
  const bitcoin = (network: string, kind: string) => `ADDRESS_FORMAT_BITCOIN_${network}_${kind}`;
  expect(same).toEqual([
    ...['P2PKH', 'P2SH'].map((kind) => ['TESTNET', 'SIGNET', 'REGTEST'].map((network) => bitcoin(network, kind))),
    ...['P2WPKH', 'P2WSH', 'P2TR'].map((kind) => ['TESTNET', 'SIGNET'].map((network) => bitcoin(network, kind))),
  ]);
});

test('behavior: every bit of a public key changes its address, or makes it no point', () => {
  let changed = 0;
  let refused = 0;
  for (const format of formats)
    for (const curve of curvesOf(format)) {
      const addresses = new Set([attempt(format, curve, keys[curve])]);
      // The first byte of a compressed key is not of X.
      const start = keys[curve].length - 32;
      for (let bit = 0; bit < 256; bit++) {
        const flipped = keys[curve].slice();
        flipped[start + (bit >> 3)] = (flipped[start + (bit >> 3)] ?? 0) ^ (1 << (bit & 7));
        const address = attempt(format, curve, flipped);
        if (address === 'NOT_A_POINT') refused++;
        else {
          expect(addresses).not.toContain(address);
          addresses.add(address);
          changed++;
        }
      }
    }
  // About half of all numbers are the X of a point.
  expect(changed + refused).toBe(41 * 256);
  expect(changed).toBeGreaterThan(41 * 100);
  expect(refused).toBeGreaterThan(41 * 100);
});

test('behavior: the other Y of the same X changes every address except those of Taproot, which has no Y', () => {
  const other = keys.CURVE_SECP256K1.with(0, 0x03);
  const same = formats.filter(
    (format) =>
      addressFormats[format].CURVE_SECP256K1 &&
      attempt(format, 'CURVE_SECP256K1', other) === attempt(format, 'CURVE_SECP256K1', keys.CURVE_SECP256K1),
  );
  expect(same).toEqual(formats.filter((format) => format.endsWith('_P2TR')));
});

test('error: every curve that a format does not support', () => {
  let refused = 0;
  for (const format of formats)
    for (const curve of allCurves.filter((curve) => !addressFormats[format][curve])) {
      expect(() => encodeAddress(format, { curve, bytes: keys[curve] })).toThrow(
        new AddressError('WRONG_CURVE', `${format} with ${curve}`),
      );
      refused++;
    }
  expect(refused).toBe(38 * 3 - 41);
});

test.each(
  allCurves.flatMap((curve) => {
    const key = keys[curve];
    const [prefix, x] = [key.subarray(0, -32), key.subarray(-32)];
    return [
      ['no byte', new Uint8Array(), 'WRONG_LENGTH'],
      ['a byte too few', key.subarray(1), 'WRONG_LENGTH'],
      ['a byte too many', Uint8Array.of(...key, 0), 'WRONG_LENGTH'],
      ['an uncompressed key', Uint8Array.of(0x04, ...x, ...x), 'WRONG_LENGTH'],
      // Larger than the prime of each of the fields.
      ['a coordinate that is too large', Uint8Array.of(...prefix, ...new Uint8Array(32).fill(0xff)), 'NOT_A_POINT'],
      ...(prefix.length > 0
        ? ([0x00, 0x01, 0x04, 0x05, 0x06, 0x82] as const).map(
            (first) => [`the first byte ${first}`, key.with(0, first), 'NOT_A_POINT'] as const,
          )
        : []),
    ].map(([title, bytes, code]) => ({ curve, title, bytes, code }) as const);
  }),
)('error: $curve: $title', ({ curve, bytes, code }) => {
  for (const format of formats.filter((format) => addressFormats[format][curve]))
    expect(attempt(format, curve, bytes as Uint8Array)).toBe(code);
});
