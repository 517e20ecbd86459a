import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { evmAddress, flag } from '../../vocabulary.ts';

export default defineActivity('earn_set_wrapper_state', {
  tag: 'Earn',
  summary: 'Enable or disable deposits to a wrapper',
  description:
    'Disables or enables deposits to a fee wrapper that the organization deployed. While they are disabled, deposits are rejected; withdrawals stay allowed in both states.',
  intent: version(
    1,
    z.strictObject({
      wrapperAddress: evmAddress('A wrapper that the organization deployed, as returned by the earn listing queries.'),
      depositsDisabled: flag('Whether to refuse deposits.'),
    }),
  ),
  result: version(
    1,
    z.object({
      wrapperAddress: evmAddress('The wrapper that was changed.'),
      depositsDisabled: flag('Whether deposits are refused now.'),
    }),
  ),
  policy: { resource: 'CONFIG', action: 'UPDATE' },
  errors: ['INVALID_ACTIVITY_CALLER', 'EARN_WRAPPER_NOT_FOUND'],
  example: {
    parameters: { wrapperAddress: example.wrapperAddress, depositsDisabled: true },
    result: { wrapperAddress: example.wrapperAddress, depositsDisabled: true },
  },
});
