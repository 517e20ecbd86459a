import { z } from 'zod';
import { component } from '../../component.ts';
import { flag, id, storedLabel, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';
import { AddressFormat } from '../wallets/address-format.ts';
import { Curve } from '../wallets/curve.ts';

export const PrivateKeyAddress = component(
  'PrivateKeyAddress',
  'An address of a private key.',
  z.object({
    format: AddressFormat.optional(),
    address: text('The address itself.').optional(),
  }),
);

export const PrivateKey = component(
  'PrivateKey',
  'A standalone private key. The key itself never leaves the service in the clear.',
  z.object({
    privateKeyId: id('The private key.'),
    publicKey: text('Its public key, as hex.'),
    privateKeyName: storedLabel('Human-readable name of the key.', 'Payout key'),
    curve: Curve,
    addresses: z.array(PrivateKeyAddress).describe('Addresses of the key, one for each requested format.'),
    privateKeyTags: z.array(id('A private key tag.')).describe('Tags of the key, by ID.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    exported: flag('Whether the key was ever exported.'),
    imported: flag('Whether the key was imported.'),
  }),
);
