import getSendTransactionStatus from '@mintmark/schema/operations/transactions/get-send-transaction-status';
import { answer } from '../../contract/implement.ts';
import { requireSentTransaction } from '../../transactions/sent-transaction.ts';

export default answer(getSendTransactionStatus, async (context, { sendTransactionStatusId }) => {
  const { status, hash, error: stored } = await requireSentTransaction(context, sendTransactionStatusId);
  const error = stored === null ? undefined : JSON.parse(stored);
  return { txStatus: status, eth: { txHash: hash }, ...(error && { txError: error.message, error }) };
});
