import type { Delivery } from '../../core/handlers/define-kind.ts';
import type { EvmChain } from '../../core/ports/evm-chain.ts';
import { readSentTransactionsById } from './sent-transaction.ts';

/** A transaction that may be sent only after another one has succeeded. */
interface Second {
  readonly id: string;
  readonly hash: string;
  readonly after: { readonly id: string; readonly hash: string };
}

/**
 * Whether a transaction has to wait for the one before it. Only the sending depends on that one: a transaction that is included stays
 * included without it. If it was sent, and the one before it failed afterwards, because the chain dropped its block, then only the
 * chain can end it: it is sent like any other.
 */
export async function isHeld(
  chain: EvmChain,
  { id, hash, after }: Second,
  { services, organizationId, signal, read }: Delivery,
): Promise<boolean> {
  if ((await chain.receipt(after.hash, { signal }))?.hasSucceeded) return false;
  if (await chain.receipt(hash, { signal })) return false;
  const context = { services, organization: { id: organizationId } };
  const rows = await read((sql) => readSentTransactionsById({ ...context, sql }, [id, after.id]));
  const wasReleased = (rows.get(id)?.releasedAt ?? null) !== null;
  return !(wasReleased && rows.get(after.id)?.status === 'FAILED');
}
