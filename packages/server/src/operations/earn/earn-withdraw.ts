import earnWithdraw from '@mintmark/schema/operations/earn/earn-withdraw';
import { implement } from '../../core/handlers/implement.ts';
import { insertMovement } from '../../funds/earn/movement.ts';
import { movementViews, requireNamedWrapper, withdrawCall } from '../../funds/earn/movement-calls.ts';
import { prepareWithdrawal, sendMovement } from '../../funds/earn/prepare-movement.ts';
import { requireSigner } from '../../funds/signing/signer.ts';

export default implement(earnWithdraw, {
  policyViews: movementViews((row, parameters) => [withdrawCall(row, parameters)]),
  async inputs(context, parameters) {
    const row = await requireNamedWrapper(context, parameters);
    return { row, signer: await requireSigner(context, parameters.signWith) };
  },
  prepare: prepareWithdrawal,
  async execute(context, { wrapperAddress }, prepared) {
    await insertMovement(context, 'withdrawal', wrapperAddress);
    return { withdrawRequestId: await sendMovement(context, prepared) };
  },
});
