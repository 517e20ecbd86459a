import { z } from 'zod';
import { component, type Rule } from '../../component.ts';
import { id, label } from '../../vocabulary.ts';
import { AddressFormat, addressFormatCurves } from '../wallets/address-format.ts';
import { Curve } from '../wallets/curve.ts';
import { PrivateKeyAddress } from './private-key.ts';

export const privateKeyName = () => label('Human-readable name of the key.', 'Payout key');
export const addressFormats = () =>
  z.array(AddressFormat).describe('Formats to derive an address in; duplicates are ignored. May be empty.');
export const addresses = () =>
  z.array(PrivateKeyAddress).describe('Addresses of the key, one for each format, in the order of the request.');

export const formatsOfTheCurve: Rule<{
  readonly curve: z.output<typeof Curve>;
  readonly addressFormats: readonly z.output<typeof AddressFormat>[];
}> = {
  error: 'INVALID_ADDRESS_FORMAT',
  description: 'Each address format supports the curve.',
  path: 'addressFormats',
  holds: ({ curve, addressFormats }) => addressFormats.every((format) => addressFormatCurves[format].includes(curve)),
};

export const PrivateKeyParams = component(
  'PrivateKeyParams',
  'A private key to create.',
  z.strictObject({
    privateKeyName: privateKeyName(),
    curve: Curve,
    privateKeyTags: z.array(id('A private key tag.')).describe('Tags of the key, by ID; may be empty.'),
    addressFormats: addressFormats(),
  }),
  [formatsOfTheCurve],
);

export const PrivateKeyResult = component(
  'PrivateKeyResult',
  'A private key that was created.',
  z.object({ privateKeyId: id('The private key.'), addresses: addresses() }),
);
