import { z } from 'zod';
import { component } from '../../component.ts';
import * as example from '../../examples/index.ts';
import { bip32Path, hexBytes, id, organizationId, storedLabel, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';
import { AddressFormat } from './address-format.ts';
import { Curve } from './curve.ts';
import { Wallet } from './wallet.ts';
import { PathFormat } from './wallet-account-params.ts';

export const WalletAccount = component(
  'WalletAccount',
  'An account of a wallet: one path, with its address in one format.',
  z.object({
    walletAccountId: id('The account.'),
    organizationId: organizationId('The organization that owns the wallet.'),
    walletId: id('The wallet that the account is derived from.'),
    curve: Curve,
    pathFormat: PathFormat,
    path: bip32Path('Derivation path of the account, as submitted.'),
    addressFormat: AddressFormat,
    address: text('The address itself.').meta({ examples: [example.walletAddress] }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    publicKey: hexBytes('Public key of the account, as hex.').optional(),
    walletDetails: Wallet.optional(),
    name: storedLabel('Human-readable name of the account.', 'Savings').optional(),
    caip2Prefix: text('CAIP-2 namespace of the chains that use the address, if there is one.')
      .meta({ examples: ['eip155'] })
      .optional(),
  }),
);
