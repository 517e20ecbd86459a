import { z } from 'zod';
import { component, type Rule } from '../../component.ts';
import { bip32Path, label } from '../../vocabulary.ts';
import { AddressFormat, addressFormatCurves } from './address-format.ts';
import { Curve } from './curve.ts';

export const PathFormat = component(
  'PathFormat',
  'The format of a derivation path.',
  z.enum(['PATH_FORMAT_BIP32'], 'invalid path format: must be PATH_FORMAT_BIP32'),
);

const accountPath = bip32Path('Derivation path of the account.');

/** BIP-32: indexes from here on are hardened, and are written with an apostrophe. */
const firstHardenedIndex = 2 ** 31;

export const WalletAccountParams = component(
  'WalletAccountParams',
  'An account to derive in a wallet.',
  z.strictObject({
    curve: Curve,
    pathFormat: PathFormat,
    path: accountPath,
    addressFormat: AddressFormat,
    name: label('Human-readable name of the account.', 'Savings').optional(),
  }),
  [
    {
      error: 'INVALID_PATH',
      description: 'Each index of the path is below 2147483648.',
      path: 'path',
      // A path that is misspelled has the same error.
      holds: ({ path }) =>
        accountPath.safeParse(path).success &&
        path
          .replaceAll("'", '')
          .split('/')
          .slice(1)
          .every((index) => Number(index) < firstHardenedIndex),
    },
    {
      error: 'INVALID_ADDRESS_FORMAT',
      description: 'The address format supports the curve.',
      path: 'addressFormat',
      holds: ({ curve, addressFormat }) => addressFormatCurves[addressFormat].includes(curve),
    },
  ],
);

/** As many as one request derives in acceptable time. */
const maxAccounts = 1000;

/** The accounts of one request. */
export const accounts = (description: string) => z.array(WalletAccountParams).max(maxAccounts).describe(description);

/** As many as are derived in a few seconds. An account usually has five. */
const maxSegments = 10_000;

/** What holds for all accounts of one request together. */
export const accountRules: readonly Rule<{ accounts: z.output<typeof WalletAccountParams>[] }>[] = [
  {
    error: 'INVALID_PATH',
    description: `The paths of all accounts together have at most ${maxSegments.toLocaleString('en')} segments.`,
    path: 'accounts',
    holds: ({ accounts }) => accounts.reduce((sum, { path }) => sum + path.split('/').length - 1, 0) <= maxSegments,
  },
  // Several formats of one path are several accounts; one format of one path is one account.
  {
    error: 'INVALID_PATH',
    description: 'No two accounts have the same path and address format.',
    path: 'accounts',
    holds: ({ accounts }) =>
      new Set(accounts.map(({ path, addressFormat }) => `${path} ${addressFormat}`)).size === accounts.length,
  },
];
