import {
  type AddressFormat,
  addressFormats,
  type Curve,
  encodeAddress,
  type PublicKey,
} from '@mintmark/chains/addresses';
import { repetitions } from '@mintmark/testing/effort';
import { afterAll, describe, expect, test } from 'vitest';
import { type AddressOracle, addressOracles } from './address-oracles.ts';
import { publicKeys } from './public-keys.ts';
import { digestAddresses, recordedKeys } from './spark-recording.ts';

const keys: Readonly<Record<Curve, readonly PublicKey[]>> = {
  CURVE_SECP256K1: publicKeys('CURVE_SECP256K1', recordedKeys),
  CURVE_ED25519: publicKeys('CURVE_ED25519', recordedKeys),
  CURVE_P256: publicKeys('CURVE_P256', recordedKeys),
};

const maxCompared = repetitions({ usual: 100, full: recordedKeys });

/** Checks keys, and returns how many there were. */
function compare(format: AddressFormat, curve: Curve, encode: AddressOracle['encodes'][Curve]): number {
  // A recording is of all keys.
  const compared = typeof encode === 'function' ? keys[curve].slice(0, maxCompared) : keys[curve];
  const ours = compared.map((key) => encodeAddress(format, key));
  if (typeof encode === 'function') expect(ours).toEqual(compared.map(({ bytes }) => encode(bytes)));
  else
    expect({ first: ours[0], digest: digestAddresses(ours) }).toEqual({ first: encode?.first, digest: encode?.digest });
  expect(new Set(ours).size).toBe(compared.length);
  return ours.length;
}

test('default: every format has an oracle for each of its curves', () => {
  const curvesOf = (encoders: object) => Object.keys(encoders).toSorted();
  for (const [format, { encodes }] of Object.entries(addressOracles) as [AddressFormat, AddressOracle][])
    expect({ format, curves: curvesOf(encodes) }).toEqual({ format, curves: curvesOf(addressFormats[format]) });
});

describe('behavior: an address is the one that the library of the chain makes', () => {
  const table: { format: string; curve: string; oracle: string; agreed: number; milliseconds: number }[] = [];

  for (const [format, { library, encodes }] of Object.entries(addressOracles) as [AddressFormat, AddressOracle][])
    for (const [curve, encode] of Object.entries(encodes) as [Curve, AddressOracle['encodes'][Curve]][])
      test(`${format} ${curve}`, () => {
        const start = performance.now();
        const agreed = compare(format, curve, encode);
        table.push({
          format: format.replace('ADDRESS_FORMAT_', ''),
          curve: curve.replace('CURVE_', ''),
          oracle: library,
          agreed,
          milliseconds: Math.round(performance.now() - start),
        });
      });

  afterAll(() => console.table(table));
});
