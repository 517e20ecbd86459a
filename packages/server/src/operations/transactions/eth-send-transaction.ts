import ethSendTransaction from '@mintmark/schema/operations/transactions/eth-send-transaction';
import { implement } from '../../core/handlers/implement.ts';
import { requireSigner } from '../../funds/signing/signer.ts';
import { prepareTransaction } from '../../funds/transactions/prepare-transaction.ts';
import { readSendRequest } from '../../funds/transactions/send-request.ts';
import { sendTransaction } from '../../funds/transactions/send-transaction.ts';
import { sendViews } from '../../funds/transactions/send-views.ts';

export default implement(ethSendTransaction, {
  policyViews: sendViews,
  inputs: (context, { from }) => requireSigner(context, from),
  prepare: async (context, parameters, signer) =>
    await prepareTransaction(context, readSendRequest(parameters), signer),
  execute: async (context, parameters, prepared) => ({
    sendTransactionStatusId: await sendTransaction(context, readSendRequest(parameters), prepared),
  }),
});
