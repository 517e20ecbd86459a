import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import { nonEmptyText } from '../../vocabulary.ts';

export default defineActivity('claim_swap_fees', {
  tag: 'Swap',
  summary: 'Claim swap fees',
  description: 'Asks for the swap fees that have accrued to be paid out to the fee receiver.',
  intent: version(1, z.strictObject({})),
  result: version(
    1,
    z.object({ requestId: nonEmptyText('The claim request that was submitted to the permit endpoint of the relay.') }),
  ),
  policy: { resource: 'CONFIG', action: 'UPDATE' },
  errors: ['INVALID_ACTIVITY_CALLER', 'NOT_CONFIGURED'],
  example: {
    parameters: {},
    result: { requestId: '0x5c0f7a3e9b24d816f0e1c2b3a4958677685940312233445566778899aabbccdd' },
  },
});
