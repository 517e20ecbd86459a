import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { EarnRequestStatus, requestError, requestHash } from '../../fields/earn/earn-request.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_earn_deposit_status', {
  tag: 'Earn',
  summary: 'Get the status of a deposit',
  description: 'Returns the on-chain status of a deposit.',
  request: z.strictObject({
    organizationId: organizationId('The organization that submitted the deposit.'),
    depositRequestId: id('ID that earn_deposit returned.'),
  }),
  response: z.object({
    status: EarnRequestStatus,
    depositTxHash: requestHash('Hash of the deposit transaction.'),
    error: requestError(),
  }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, depositRequestId: example.depositRequestId },
    response: { status: 'COMPLETED', depositTxHash: example.transactionHash },
  },
});
