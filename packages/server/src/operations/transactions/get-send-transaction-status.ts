import getSendTransactionStatus from '@mintmark/schema/operations/transactions/get-send-transaction-status';
import { answer } from '../../core/handlers/implement.ts';
import { requireSentTransaction, shownStatus } from '../../funds/transactions/sent-transaction.ts';

export default answer(getSendTransactionStatus, async (context, { sendTransactionStatusId }) => {
  const row = await requireSentTransaction(context, sendTransactionStatusId);
  const { hash, error: stored } = row;
  const error = stored === null ? undefined : JSON.parse(stored);
  return { txStatus: shownStatus(row), eth: { txHash: hash }, ...(error && { txError: error.message, error }) };
});
