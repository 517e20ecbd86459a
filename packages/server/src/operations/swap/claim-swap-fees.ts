import { randomUUID } from 'node:crypto';
import claimSwapFees from '@mintmark/schema/operations/swap/claim-swap-fees';
import { implement } from '../../core/handlers/implement.ts';
import { ActivityFailure } from '../../core/model/api-error.ts';
import { askClaimable, requireClaim } from '../../funds/swap/require-claim.ts';
import { swapClaim } from '../../funds/swap/swap-claim.ts';
import { requireParent } from '../../funds/swap/swap-config.ts';
import { swapConfigsTable } from '../../funds/swap/swap-configs-table.ts';

export default implement(claimSwapFees, {
  async inputs(context) {
    requireParent(context.organization);
    return context.services.swap && (await requireClaim(context));
  },
  async prepare({ services: { swap }, signal }, _, inputs) {
    if (!swap || !inputs) throw new ActivityFailure('SWAP_PROVIDER_NOT_CONFIGURED');
    const { config, receiver } = inputs;
    const amount = await askClaimable(swap, receiver, signal);
    if (amount === 0n) throw new ActivityFailure('NO_SWAP_FEES');
    return { config, receiver, amount };
  },
  async execute({ now, outbox, writer }, _, { config, receiver, amount }) {
    const requestId = randomUUID();
    await writer.change(swapConfigsTable, [config], { lastClaimId: requestId, updatedAt: now });
    await outbox.leave(swapClaim, { receiver, amount: String(amount) }, { idempotencyKey: requestId });
    return { requestId };
  },
});
