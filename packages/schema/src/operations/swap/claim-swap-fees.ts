import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { nonEmptyText } from '../../vocabulary.ts';

export default defineActivity('claim_swap_fees', {
  tag: 'Swap',
  summary: 'Claim swap fees',
  description:
    'Asks the swap provider to pay the swap fees that have accrued to the fee receiver of a parent organization. The service first asks the provider how much can be claimed: if that is nothing, the activity fails with NO_SWAP_FEES. It also fails if the server has no swap provider (SWAP_PROVIDER_NOT_CONFIGURED), or if the provider returns no usable response (SWAP_PROVIDER_FAILED). A completed activity means that the claim is stored and will be sent, repeatedly if necessary and with the same ID, until the provider accepts or refuses it. Until then the organization cannot claim again.',
  intent: version(1, z.strictObject({})),
  result: version(
    1,
    z.object({
      requestId: nonEmptyText(
        'The ID of the claim request: a UUID, which the provider receives as the idempotency key.',
      ),
    }),
  ),
  policy: { resource: 'CONFIG', action: 'UPDATE' },
  errors: [
    'INVALID_ACTIVITY_CALLER',
    'SWAP_PROVIDER_NOT_CONFIGURED',
    'SWAP_CONFIG_NOT_SET',
    'RESOURCE_NOT_FOUND',
    'SWAP_CLAIM_IN_PROGRESS',
    'SWAP_PROVIDER_FAILED',
    'NO_SWAP_FEES',
  ],
  example: {
    parameters: {},
    result: { requestId: example.swapRequestId },
  },
});
