import type { EarnEnabledVault } from '@mintmark/schema/fields/earn/earn-vault';
import type { z } from 'zod';
import type { ListedVault, VaultFacts, WrapperFacts } from '../../core/ports/earn.ts';
import { displayAmount } from '../history/display-amount.ts';
import { assetIdOf } from './vault-record.ts';
import { fractionText, netYield } from './vault-yield.ts';
import type { WrapperRow } from './wrapper-row.ts';

interface EnabledVault {
  readonly row: WrapperRow;
  /** The vault, if the operator still lists it. */
  readonly listed?: ListedVault | undefined;
  /** What the chain says, if its node could be asked. */
  readonly vault?: VaultFacts | undefined;
  readonly wrapper?: WrapperFacts | undefined;
  readonly grossYield?: number | undefined;
  /** The price of the asset. */
  readonly usd?: string | undefined;
}

/** A wrapper as the contract has it. What the chain did not tell is left out. Fees are for the parent organization alone. */
export function enabledVaultRecord(
  { row, listed, vault, wrapper, grossYield, usd }: EnabledVault,
  isParent: boolean,
): z.output<typeof EarnEnabledVault> {
  const display = (amount: bigint) => displayAmount(amount, { decimals: row.assetDecimals, usd });
  const feeBps = row.clientFeeBps + row.serviceFeeBps;
  return {
    vaultAddress: row.vaultAddress,
    wrapperAddress: row.address,
    provider: row.provider,
    caip19: assetIdOf(row.caip2, row.assetAddress),
    ...(grossYield !== undefined && {
      apyPct: fractionText(grossYield),
      netApyPct: fractionText(netYield(grossYield, feeBps)),
    }),
    ...(wrapper && { totalDeposited: String(wrapper.totalAssets), display: display(wrapper.totalAssets) }),
    clientFeeBps: String(row.clientFeeBps),
    depositsDisabled: row.depositsDisabled,
    ...(vault && { name: vault.name }),
    ...(listed && { curator: listed.curator }),
    ...(isParent && { clientFeeWallet: row.clientFeeWallet }),
    ...(isParent &&
      wrapper && {
        claimableClientFee: String(wrapper.claimableClientFee),
        claimableClientFeeDisplay: display(wrapper.claimableClientFee),
      }),
  };
}
