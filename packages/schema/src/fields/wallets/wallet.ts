import { z } from 'zod';
import { component } from '../../define/component.ts';
import { bip32Path, id, label, text } from '../../vocabulary.ts';
import { AddressFormat, addressFormatCurves } from './address-format.ts';
import { Curve } from './curve.ts';

export const PathFormat = component(
  'PathFormat',
  'How a derivation path is written.',
  z.enum(['PATH_FORMAT_BIP32'], 'invalid path format: must be PATH_FORMAT_BIP32'),
);

/** BIP-32: indexes from here on are hardened, and are written with an apostrophe. */
const firstHardenedIndex = 2 ** 31;

export const WalletAccountParams = component(
  'WalletAccountParams',
  'An account to derive in a wallet.',
  z.strictObject({
    curve: Curve,
    pathFormat: PathFormat,
    path: bip32Path('Path that the account is derived at.'),
    addressFormat: AddressFormat,
    name: label('A name for the account that people recognise.', 'Savings').optional(),
  }),
  [
    {
      error: 'INVALID_PATH',
      description: 'Each index of the path is below 2147483648.',
      path: 'path',
      holds: ({ path }) =>
        path
          .replaceAll("'", '')
          .split('/')
          .slice(1)
          .every((index) => Number(index) < firstHardenedIndex),
    },
    {
      error: 'INVALID_ADDRESS_FORMAT',
      description: 'The address format is one that a key of the curve has.',
      path: 'addressFormat',
      holds: ({ curve, addressFormat }) => addressFormatCurves[addressFormat].includes(curve),
    },
  ],
);

const mnemonicLengths = [12, 15, 18, 21, 24] as const;

export const WalletParams = component(
  'WalletParams',
  'A wallet to create from a new seed phrase.',
  z.strictObject({
    walletName: label('A name for the wallet that people recognise.', 'Treasury'),
    accounts: z.array(WalletAccountParams).describe('Accounts to derive; an empty list when there are none.'),
    mnemonicLength: z
      .union(mnemonicLengths.map((length) => z.literal(length)))
      .meta({
        description: 'Number of words of the seed phrase. Without it the phrase has 12.',
        // One enumeration, because generators for other languages turn a union of literals into five types.
        type: 'integer',
        enum: [...mnemonicLengths],
        examples: [12],
      })
      .optional(),
  }),
  [
    {
      error: 'INVALID_PATH',
      description: 'No two accounts have the same path and address format.',
      path: 'accounts',
      holds: ({ accounts }) =>
        new Set(accounts.map(({ path, addressFormat }) => `${path} ${addressFormat}`)).size === accounts.length,
    },
  ],
);

export const WalletResult = component(
  'WalletResult',
  'A wallet that was created.',
  z.object({
    walletId: id('The wallet.'),
    addresses: z.array(text('An address.')).describe('Addresses of the accounts, in the order they were asked for.'),
  }),
);
