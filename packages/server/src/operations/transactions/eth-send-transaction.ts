import ethSendTransaction from '@mintmark/schema/operations/transactions/eth-send-transaction';
import { implement } from '../../contract/implement.ts';
import { requireSigner } from '../../signing/signer.ts';
import { prepareTransaction } from '../../transactions/prepare-transaction.ts';
import { readSendRequest } from '../../transactions/send-request.ts';
import { sendTransaction } from '../../transactions/send-transaction.ts';
import { sendViews } from '../../transactions/send-views.ts';

export default implement(ethSendTransaction, {
  policyViews: sendViews,
  inputs: (context, { from }) => requireSigner(context, from),
  prepare: async (context, parameters, signer) =>
    await prepareTransaction(context, readSendRequest(parameters), signer),
  execute: async (context, parameters, prepared) => ({
    sendTransactionStatusId: await sendTransaction(context, readSendRequest(parameters), prepared),
  }),
});
