import earnDeposit from '@mintmark/schema/operations/earn/earn-deposit';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { insertMovement } from '../../funds/earn/movement.ts';
import { depositCalls, movementViews, requireNamedWrapper } from '../../funds/earn/movement-calls.ts';
import { prepareDeposit, sendMovement } from '../../funds/earn/prepare-movement.ts';
import { requireSigner } from '../../funds/signing/signer.ts';

export default implement(earnDeposit, {
  policyViews: movementViews(depositCalls),
  async inputs(context, parameters) {
    const row = await requireNamedWrapper(context, parameters);
    if (row.depositsDisabled) throw new ApiError('EARN_DEPOSITS_DISABLED');
    return { row, signer: await requireSigner(context, parameters.signWith) };
  },
  prepare: prepareDeposit,
  async execute(context, { wrapperAddress }, prepared) {
    await insertMovement(context, 'deposit', wrapperAddress);
    return { depositRequestId: await sendMovement(context, prepared) };
  },
});
