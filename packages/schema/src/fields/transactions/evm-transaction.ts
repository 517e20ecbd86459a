import { z } from 'zod';
import { component } from '../../component.ts';
import {
  atomicAmount,
  caip19,
  evmAddress,
  evmHash,
  fingerprint,
  flag,
  rfc3339,
  text,
  wholeNumber,
} from '../../vocabulary.ts';
import { AmountDisplay } from './amount-display.ts';

export const TransactionStatus = component(
  'TransactionStatus',
  'CONFIRMED once the transaction is in a block, FINALIZED once the chain can no longer drop it.',
  z.enum(['CONFIRMED', 'FINALIZED']),
);

export const TransferDirection = component(
  'TransferDirection',
  'Whether value was transferred to or from the queried address.',
  z.enum(['IN', 'OUT']),
);

export const TransactionBlock = component(
  'TransactionBlock',
  'The block that holds a transaction.',
  z.object({
    number: wholeNumber('Height of the block.').meta({ examples: ['24136052'] }),
    hash: evmHash('Hash of the block.'),
    timestamp: rfc3339('When the block was produced.'),
  }),
);

export const TransactionFee = component(
  'TransactionFee',
  'The fee of a transaction.',
  z.object({
    amount: atomicAmount('The fee, in atomic units of its asset.'),
    caip19: caip19('The asset that the fee was paid in.'),
  }),
);

export const TransferAsset = component(
  'TransferAsset',
  'The asset that was transferred.',
  z.object({
    caip19: caip19('The asset.'),
    symbol: text('Its ticker symbol.'),
    name: text('Its name.'),
    decimals: z
      .int()
      .min(0)
      .max(255)
      .meta({ description: 'Number of decimals of the asset.', examples: [6] }),
  }),
);

export const Transfer = component(
  'Transfer',
  'Value that a transaction moved to or from the queried address.',
  z.object({
    direction: TransferDirection,
    asset: TransferAsset.optional(),
    amount: atomicAmount('The amount, in atomic units of the asset.'),
    counterparty: evmAddress('The sender or recipient of the value.'),
    display: AmountDisplay.optional(),
  }),
);

export const TransactionPlatform = component(
  'TransactionPlatform',
  'What the service knows about a transaction that it submitted.',
  z.object({
    sponsored: flag('Whether the service paid the fee.'),
    activityFingerprint: fingerprint('Fingerprint of the activity that submitted the transaction.').optional(),
    submittedAt: rfc3339('When the service submitted the transaction.').optional(),
  }),
);

export const EvmTransaction = component(
  'EvmTransaction',
  'A transaction of an EVM chain that touched the queried address.',
  z.object({
    transactionHash: evmHash('Hash of the transaction.'),
    block: TransactionBlock,
    status: TransactionStatus,
    origin: text(
      'Where the transaction came from: MINTMARK if the service submitted it for this organization, else EXTERNAL.',
    ).meta({ examples: ['EXTERNAL'] }),
    from: evmAddress('The sender.'),
    to: evmAddress(
      'The account or contract that the transaction called; absent if it created a contract. Payers and recipients of value are in the transfers.',
    ).optional(),
    fee: TransactionFee,
    transfers: z.array(Transfer).describe('The value that the transaction moved to or from the queried address.'),
    platform: TransactionPlatform.optional(),
  }),
);
