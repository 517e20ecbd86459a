import getEarnDeployStatus from '@mintmark/schema/operations/earn/get-earn-deploy-status';
import { answer } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { requestStatus } from '../../funds/earn/request-status.ts';
import { readWrappers } from '../../funds/earn/wrapper-row.ts';

export default answer(getEarnDeployStatus, async (context, { deployRequestId }) => {
  const id = deployRequestId.toLowerCase();
  const wrapper = (await readWrappers(context)).find(({ row }) => row.id === id);
  if (!wrapper) throw new ApiError('RESOURCE_NOT_FOUND', 'this organization has no deployment with this ID');
  if (wrapper.row.deployTransactionId === null) return { status: 'COMPLETED' as const };
  if (!wrapper.transaction) return { status: 'PENDING' as const };
  const { status, hash, error } = requestStatus(wrapper.transaction);
  return { status, deployTxHash: hash, ...(error !== undefined && { error }) };
});
