import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { evmAddress, feeBps } from '../../vocabulary.ts';

const swapConfig = {
  feeReceiverWalletAddress: evmAddress('Wallet address that swap fees are paid to.').optional(),
  feeBps: feeBps('Client fee in basis points, for every pair that stableFeeBps does not cover.').optional(),
  stableFeeBps: feeBps(
    'Client fee in basis points when both assets are stablecoins. Without it, feeBps applies. Only the top service tier may set it.',
  ).optional(),
};

export default defineActivity('upsert_swap_config', {
  tag: 'Swap',
  summary: 'Set the swap configuration',
  description:
    'Replaces the swap configuration of a parent organization: who receives the client fee, and how much it is.',
  intent: version(1, z.strictObject(swapConfig)),
  result: version(1, z.object(swapConfig)),
  policy: { resource: 'CONFIG', action: 'UPDATE' },
  errors: ['INVALID_ACTIVITY_CALLER', 'SERVICE_TIER_REQUIRED', 'RESOURCE_NOT_FOUND'],
  example: {
    parameters: { feeReceiverWalletAddress: example.feeReceiverAddress, feeBps: '30' },
    result: { feeReceiverWalletAddress: example.feeReceiverAddress, feeBps: '30' },
  },
});
