import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { EarnRequestStatus, requestError, requestHash } from '../../fields/earn/earn-request.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_earn_withdraw_status', {
  tag: 'Earn',
  summary: 'Get the status of a withdrawal',
  description: 'Returns the on-chain status of a withdrawal.',
  request: z.strictObject({
    organizationId: organizationId('The organization that submitted the withdrawal.'),
    withdrawRequestId: id('ID that earn_withdraw returned.'),
  }),
  response: z.object({
    status: EarnRequestStatus,
    withdrawTxHash: requestHash('Hash of the withdrawal transaction.'),
    error: requestError(),
  }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, withdrawRequestId: example.withdrawRequestId },
    response: { status: 'COMPLETED', withdrawTxHash: example.transactionHash },
  },
});
