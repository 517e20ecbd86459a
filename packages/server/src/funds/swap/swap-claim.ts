import { z } from 'zod';
import { defineKind } from '../../core/handlers/define-kind.ts';
import { OutboundError } from '../../delivery/adapters/outbound-error.ts';
import { SwapProviderError } from '../../delivery/adapters/swap/swap-provider-error.ts';
import { DeliveryError } from '../../delivery/outbox/delivery-error.ts';

/**
 * A claim of swap fees. Its idempotency key is its id. As long as it waits, the organization has no other claim; once it has failed
 * for good, there may be another. So it is then erased: nobody can send it any more.
 */
export const swapClaim = defineKind({
  name: 'swap_claim',
  contents: z.object({ receiver: z.string(), amount: z.string().regex(/^[1-9][0-9]*$/) }),
  isSecret: false,
  erasesContents: true,
  async deliver({ receiver, amount }, { services, idempotencyKey: requestId, signal }) {
    // Not final: an operator who removed the provider by mistake can put it back.
    if (!services.swap) throw new DeliveryError('NOT_CONFIGURED');
    await services.swap.claim({ requestId, receiver, amount: BigInt(amount) }, { signal }).catch((error) => {
      if (error instanceof SwapProviderError)
        throw new DeliveryError('REFUSED', { status: error.status, isFinal: error.isPermanent, cause: error });
      // The provider may have accepted the claim, whatever is wrong with its answer. A repetition tells.
      if (error instanceof OutboundError && ['TOO_LARGE', 'BAD_ANSWER'].includes(error.code))
        throw new DeliveryError('FAILED', { cause: error });
      throw error;
    });
  },
});
