import earnDeposit from '@mintmark/schema/operations/earn/earn-deposit';
import { ApiError } from '../../contract/api-error.ts';
import { implement } from '../../contract/implement.ts';
import { insertMovement } from '../../earn/movement.ts';
import { depositCalls, movementViews, requireNamedWrapper } from '../../earn/movement-calls.ts';
import { prepareDeposit, sendMovement } from '../../earn/prepare-movement.ts';
import { requireSigner } from '../../signing/signer.ts';

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
