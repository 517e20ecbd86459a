import getEarnWithdrawStatus from '@mintmark/schema/operations/earn/get-earn-withdraw-status';
import { answer } from '../../core/handlers/implement.ts';
import { requireMovementStatus } from '../../funds/earn/movement.ts';

export default answer(getEarnWithdrawStatus, async (context, { withdrawRequestId }) => {
  const { status, hash, error } = await requireMovementStatus(context, 'withdrawal', withdrawRequestId);
  return { status, withdrawTxHash: hash, ...(error !== undefined && { error }) };
});
