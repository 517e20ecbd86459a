import { z } from 'zod';
import { component } from '../../component.ts';
import { atomicAmount, caip19, evmAddress, flag, fraction, text, wholeNumber } from '../../vocabulary.ts';
import { AmountDisplay } from '../transactions/amount-display.ts';

export const EarnProvider = component(
  'EarnProvider',
  'The provider of a yield vault.',
  z.enum(['EARN_PROVIDER_ALPHA', 'EARN_PROVIDER_BETA']),
);

const vaultAddress = () => evmAddress('Address of the underlying vault.');
const underlyingAsset = () => caip19('The underlying asset as a CAIP-19 identifier, which includes the chain.');
const vaultName = () => text('Name of the vault contract; for EARN_PROVIDER_BETA the symbol of the asset.');
const curator = () => text('Names of the curators, separated by commas; empty if the provider has none.');

export const EarnVault = component(
  'EarnVault',
  'A vault in the catalog.',
  z.object({
    vaultAddress: vaultAddress().optional(),
    provider: EarnProvider.optional(),
    caip19: underlyingAsset().optional(),
    tvl: atomicAmount('Value locked in the vault, in raw units of the underlying asset.').optional(),
    apyPct: fraction('Current yield as a decimal fraction: 0.0812 is 8.12 percent.').optional(),
    enabled: flag('Whether the organization of the request, or its parent, has enabled the vault.').optional(),
    display: AmountDisplay.optional(),
    name: vaultName().optional(),
    curator: curator().optional(),
  }),
);

export const EarnEnabledVault = component(
  'EarnEnabledVault',
  'A vault that the organization has enabled by deploying a fee wrapper in front of it.',
  z.object({
    vaultAddress: vaultAddress().optional(),
    wrapperAddress: evmAddress('Address of the deployed fee wrapper, which receives deposits.').optional(),
    provider: EarnProvider.optional(),
    caip19: underlyingAsset().optional(),
    apyPct: fraction('Yield before fees, as a decimal fraction.').optional(),
    totalDeposited: atomicAmount('Value held by the wrapper, in raw units of the underlying asset.').optional(),
    display: AmountDisplay.optional(),
    netApyPct: fraction('Yield after fees, as a decimal fraction.').optional(),
    clientFeeBps: wholeNumber('Client fee on the yield, in basis points.').optional(),
    depositsDisabled: flag(
      'Whether the service refuses deposits to the wrapper. Withdrawals are always possible.',
    ).optional(),
    name: vaultName().optional(),
    curator: curator().optional(),
    claimableClientFee: atomicAmount(
      'Client fee that can be released now, in raw units of the asset, excluding the service fee. Visible only to a parent organization.',
    ).optional(),
    claimableClientFeeDisplay: AmountDisplay.optional(),
    clientFeeWallet: evmAddress(
      'Wallet that receives client fees on chain. Absent if a sub-organization sends the request.',
    ).optional(),
  }),
);
