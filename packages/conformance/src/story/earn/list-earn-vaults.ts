import { asset, vaults } from '../../targets/listed-vaults.ts';
import { badCursor } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  needsChain: true,
  input: () => ({ caip19: `eip155:1/erc20:${asset}`, paginationOptions: { limit: '2' } }),
  shows: () => ({ vaults: vaults.map((vaultAddress) => ({ vaultAddress })) }),
  refusals: badCursor,
} satisfies Story;
