import getEarnDepositStatus from '@mintmark/schema/operations/earn/get-earn-deposit-status';
import { answer } from '../../core/handlers/implement.ts';
import { requireMovementStatus } from '../../funds/earn/movement.ts';

export default answer(getEarnDepositStatus, async (context, { depositRequestId }) => {
  const { status, hash, error } = await requireMovementStatus(context, 'deposit', depositRequestId);
  return { status, depositTxHash: hash, ...(error !== undefined && { error }) };
});
