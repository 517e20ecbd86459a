import { type AddressFormat, addressFormats } from '@mintmark/chains/addresses';
import { addressFormatCurves } from '@mintmark/schema/fields/wallets/address-format';
import { expect, expectTypeOf, test } from 'vitest';

test('default: there is an encoder of every format of the contract, for the same curves, in the same order', () => {
  const encoders = Object.entries(addressFormats).map(([format, byCurve]) => [format, Object.keys(byCurve).toSorted()]);
  expect(encoders).toEqual(Object.entries(addressFormatCurves).map(([format, curves]) => [format, curves.toSorted()]));
  expect(encoders).toHaveLength(38);
  expectTypeOf<AddressFormat>().toEqualTypeOf<keyof typeof addressFormatCurves>();
});
