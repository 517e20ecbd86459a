import { z } from 'zod';
import { defineKind } from '../../core/handlers/define-kind.ts';
import { EvmError } from '../../delivery/adapters/evm/evm-error.ts';
import { DeliveryError } from '../../delivery/outbox/delivery-error.ts';
import { markSending } from './mark-sending.ts';
import { observeTransaction } from './observe-transaction.ts';
import { recordHeld } from './record-held.ts';
import { recordObservation } from './record-observation.ts';
import { isHeld } from './wait-for-first.ts';

/** A signed transaction of an EVM chain. It is sent and watched until the chain cannot change what became of it. */
export const evmTransaction = defineKind({
  name: 'evm_transaction',
  contents: z.object({
    id: z.uuid(),
    caip2: z.string(),
    hash: z.string(),
    address: z.string(),
    nonce: z.string().transform(BigInt),
    raw: z.string(),
    call: z.object({ to: z.string(), value: z.string().transform(BigInt), data: z.string() }),
    /** The transaction that must have succeeded first. Nodes may refuse a nonce before the one that it follows. */
    after: z.object({ id: z.uuid(), hash: z.string() }).exactOptional(),
  }),
  isSecret: false,
  isPersistent: true,
  async deliver({ caip2, after, ...transaction }, delivery) {
    const { services, signal } = delivery;
    const chain = services.chains.get(caip2);
    if (!chain) throw new DeliveryError('NOT_CONFIGURED');
    const observe = async () =>
      after && (await isHeld(chain, { ...transaction, after }, delivery))
        ? ({ is: 'held' } as const)
        : await observeTransaction(chain, transaction, {
            signal,
            markSending: () => markSending(delivery, transaction.id),
          });
    return await observe().catch((error) => {
      throw error instanceof EvmError ? new DeliveryError('UNREACHABLE', { cause: error }) : error;
    });
  },
  record: (context, { id, call, after }, observation) =>
    observation.is === 'held'
      ? recordHeld(context, id, after?.id ?? id)
      : recordObservation(context, id, observation, { to: call.to, isSecond: after !== undefined }),
});
