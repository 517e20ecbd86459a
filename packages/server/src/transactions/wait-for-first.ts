import type { Delivery } from '../contract/define-kind.ts';
import type { EvmChain } from '../contract/evm-chain.ts';
import type { RowsContext } from '../contract/of-organization.ts';
import type { TransactionSql } from '../store/database.ts';
import { lockSentTransaction, readSentTransactionsById, writeChanges } from './sent-transaction.ts';

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
export async function isHeld(chain: EvmChain, { id, hash, after }: Second, delivery: Delivery): Promise<boolean> {
  const { services, organizationId, signal, read, change } = delivery;
  const context = { services, organization: { id: organizationId } };
  if ((await chain.receipt(after.hash, { signal }))?.hasSucceeded)
    return !(await change((sql) => release({ ...context, sql, now: services.clock() }, id)));
  if (await chain.receipt(hash, { signal })) return false;
  const rows = await read((sql) => readSentTransactionsById({ ...context, sql }, [id, after.id]));
  const wasReleased = (rows.get(id)?.releasedAt ?? null) !== null;
  return !(wasReleased && rows.get(after.id)?.status === 'FAILED');
}

/** Stores that a transaction may have been sent, before it is. Returns false if it has ended without being sent. */
async function release(
  context: RowsContext & { readonly sql: TransactionSql; readonly now: Date },
  id: string,
): Promise<boolean> {
  const row = await lockSentTransaction(context, id);
  if (!row) return false;
  if (row.releasedAt !== null) return true;
  if (row.status === 'FAILED') return false;
  await writeChanges(context, row, { releasedAt: context.now });
  return true;
}
