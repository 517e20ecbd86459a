import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { EarnProvider, EarnVault } from '../../fields/earn/earn-vault.ts';
import { PageInfo, PaginationOptions } from '../../fields/pagination.ts';
import { caip19, organizationId } from '../../vocabulary.ts';

export default defineQuery('list_earn_vaults', {
  tag: 'Earn',
  summary: 'List the vaults in the catalog',
  description:
    'Lists the vaults whose underlying asset matches, by value locked in US dollars, largest first. Cursors are opaque: pass pageInfo.endCursor as after.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the enabled field refers to.'),
    provider: EarnProvider.optional(),
    caip19: caip19('The underlying asset, which also determines the chain. Only vaults of this asset are returned.'),
    paginationOptions: PaginationOptions.optional(),
  }),
  response: z.object({
    vaults: z.array(EarnVault).describe('The vaults, largest first.').optional(),
    pageInfo: PageInfo.optional(),
  }),
  errors: ['INVALID_CURSOR'],
  example: {
    request: {
      organizationId: example.organizationId,
      provider: 'EARN_PROVIDER_ALPHA',
      caip19: example.stablecoin,
    },
    response: {
      vaults: [
        {
          vaultAddress: example.vaultAddress,
          provider: 'EARN_PROVIDER_ALPHA',
          caip19: example.stablecoin,
          tvl: '48210773451022',
          apyPct: '0.0812',
          enabled: true,
          display: { usd: '48210773.45', crypto: '48210773.451022' },
          name: 'Steady Dollar',
          curator: 'Northwind, Southgate',
        },
      ],
      pageInfo: {
        hasNextPage: false,
        hasPreviousPage: false,
        startCursor: 'MS40ODIxMDc3Mw',
        endCursor: 'MS40ODIxMDc3Mw',
      },
    },
  },
});
