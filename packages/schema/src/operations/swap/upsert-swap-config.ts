import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { evmAddress, feeBps } from '../../vocabulary.ts';

const swapConfig = {
  feeReceiverWalletAddress: evmAddress(
    'Address that receives swap fees: that of a wallet account or a private key of the organization itself.',
  ).optional(),
  feeBps: feeBps(
    'Client fee in basis points, from 0 to 500, for every pair that stableFeeBps does not cover.',
  ).optional(),
  stableFeeBps: feeBps(
    'Client fee in basis points, from 0 to 500, when both assets are stablecoins. If absent, feeBps applies. Only the top service tier may set it.',
  ).optional(),
};

export default defineActivity('upsert_swap_config', {
  tag: 'Swap',
  summary: 'Set the swap configuration',
  description:
    'Replaces the whole swap configuration of a parent organization: who receives the client fee, and how much it is. Fields that are absent from the request are unset. If the request sets a fee and names no receiver, a new wallet with one Ethereum account is created, and its address is the receiver in the result. To keep the current receiver, name it in the request. get_organization_configs shows the configuration as the feature FEATURE_NAME_SWAP_CONFIG.',
  intent: version(1, z.strictObject(swapConfig)),
  result: version(1, z.object(swapConfig)),
  policy: { resource: 'CONFIG', action: 'UPDATE' },
  errors: ['INVALID_ACTIVITY_CALLER', 'SERVICE_TIER_REQUIRED', 'RESOURCE_NOT_FOUND', 'RESOURCE_LIMIT_EXCEEDED'],
  example: {
    parameters: { feeReceiverWalletAddress: example.feeReceiverAddress, feeBps: '30' },
    result: { feeReceiverWalletAddress: example.feeReceiverAddress, feeBps: '30' },
  },
});
