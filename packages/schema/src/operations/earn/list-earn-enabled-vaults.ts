import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { EarnEnabledVault, EarnProvider } from '../../fields/earn/earn-vault.ts';
import { caip19, organizationId } from '../../vocabulary.ts';

export default defineQuery('list_earn_enabled_vaults', {
  tag: 'Earn',
  summary: 'List the enabled vaults',
  description:
    'Lists the vaults that the organization has enabled. Claimable fees, and the wallet that receives them, are shown only to a parent organization.',
  request: z.strictObject({
    organizationId: organizationId('The organization that enabled the vaults.'),
    provider: EarnProvider.optional(),
    caip19: caip19('Return only vaults of this underlying asset.').optional(),
  }),
  response: z.object({ enabledVaults: z.array(EarnEnabledVault).describe('The enabled vaults.').optional() }),
  example: {
    request: { organizationId: example.organizationId, caip19: example.stablecoin },
    response: {
      enabledVaults: [
        {
          vaultAddress: example.vaultAddress,
          wrapperAddress: example.wrapperAddress,
          provider: 'EARN_PROVIDER_ALPHA',
          caip19: example.stablecoin,
          apyPct: '0.0812',
          totalDeposited: '1250000000000',
          display: { usd: '1250000.00', crypto: '1250000' },
          netApyPct: '0.07308',
          clientFeeBps: '1000',
          depositsDisabled: false,
          name: 'Steady Dollar',
          curator: 'Northwind, Southgate',
          claimableClientFee: '8120000000',
          claimableClientFeeDisplay: { usd: '8120.00', crypto: '8120' },
          clientFeeWallet: example.feeReceiverAddress,
        },
      ],
    },
  },
});
