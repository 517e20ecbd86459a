import { z } from 'zod';
import { component } from '../../component.ts';
import { flag, id, label, storedLabel, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';
import { accountRules, accounts } from './wallet-account-params.ts';

export const walletName = (spelled = label) => spelled('Human-readable name of the wallet.', 'Treasury');

const mnemonicLengths = [12, 15, 18, 21, 24] as const;

/** What a new wallet is made of. */
export const newWallet = {
  walletName: walletName(),
  accounts: accounts('Accounts to derive; may be empty.'),
  mnemonicLength: z
    .union(mnemonicLengths.map((length) => z.literal(length)))
    .meta({
      description: 'Number of words in the seed phrase. Defaults to 12.',
      // One enumeration, because generators for other languages turn a union of literals into five types.
      type: 'integer',
      enum: [...mnemonicLengths],
      examples: [12],
    })
    .optional(),
};

export const WalletParams = component(
  'WalletParams',
  'A wallet to create from a new seed phrase.',
  z.strictObject(newWallet),
  accountRules,
);

/** What an activity that made a wallet returns. */
export const madeWallet = {
  walletId: id('The wallet.'),
  addresses: z.array(text('An address.')).describe('Addresses of the accounts, in the order of the request.'),
};

export const WalletResult = component('WalletResult', 'A wallet that was created.', z.object(madeWallet));

export const Wallet = component(
  'Wallet',
  'A wallet. Its seed phrase never leaves the service in the clear.',
  z.object({
    walletId: id('The wallet.'),
    walletName: walletName(storedLabel),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    exported: flag('Whether the seed phrase was ever exported.'),
    imported: flag('Whether the wallet was imported.'),
  }),
);
