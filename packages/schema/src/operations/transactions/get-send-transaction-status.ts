import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { EthSendTransactionStatus, SendTransactionState, TxError } from '../../fields/transactions/send-status.ts';
import { id, organizationId, text } from '../../vocabulary.ts';

export default defineQuery('get_send_transaction_status', {
  tag: 'Transactions',
  summary: 'Get the status of a transaction',
  description: 'Returns the on-chain status of a transaction that the service sent.',
  request: z.strictObject({
    organizationId: organizationId('The organization that sent the transaction.'),
    sendTransactionStatusId: id('ID that eth_send_transaction returned.'),
  }),
  response: z.object({
    txStatus: SendTransactionState,
    eth: EthSendTransactionStatus.optional(),
    txError: text('Human-readable reason why the transaction failed, or why no node accepted it.').optional(),
    error: TxError.optional(),
  }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, sendTransactionStatusId: example.sendTransactionStatusId },
    response: { txStatus: 'INCLUDED', eth: { txHash: example.transactionHash } },
  },
});
