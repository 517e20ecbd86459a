import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { EarnRequestStatus, requestError, requestHash } from '../../fields/earn/earn-request.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_earn_deploy_status', {
  tag: 'Earn',
  summary: 'Get the status of a deployment',
  description: 'Returns the on-chain status of a deployment.',
  request: z.strictObject({
    organizationId: organizationId('The organization that submitted the deployment.'),
    deployRequestId: id('ID that earn_deploy_wrapper returned.'),
  }),
  response: z.object({
    status: EarnRequestStatus,
    deployTxHash: requestHash(
      'Hash of the transaction that deploys the wrapper. Absent if the wrapper was already on chain.',
    ),
    error: requestError(),
  }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, deployRequestId: example.deployRequestId },
    response: { status: 'COMPLETED', deployTxHash: example.transactionHash },
  },
});
