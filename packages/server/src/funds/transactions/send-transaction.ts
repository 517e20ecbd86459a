import type { ActivityContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { evmTransaction } from './evm-transaction.ts';
import { requireRoom } from './in-flight.ts';
import { requireFreeNonce, useNonceTurn } from './nonce-turn.ts';
import type { PreparedTransaction } from './prepare-transaction.ts';
import { callOf, type SendRequest } from './send-request.ts';
import { insertSentTransaction, readSentTransactions } from './sent-transaction.ts';

interface SendOptions {
  readonly id?: string;
  /** The transaction that must have succeeded first. */
  readonly after?: { readonly id: string; readonly hash: string } | undefined;
}

/**
 * Stores a signed transaction, and has it sent after the commit. Returns the id of its status: that of the activity, unless the
 * activity sends several.
 */
export async function sendTransaction(
  context: ActivityContext,
  request: SendRequest,
  { hasTurn, ...prepared }: PreparedTransaction,
  { id = context.activityId, after }: SendOptions = {},
): Promise<string> {
  const { caip2, address, nonce, hash } = prepared;
  if (hasTurn) await useNonceTurn(context, prepared, nonce);
  // Its nonce was chosen in the turn of the transaction before it.
  else if (after) await requireFreeNonce(context, prepared, nonce);
  await requireNew(context, caip2, hash);
  await requireRoom(context, prepared);
  // The prepared bytes are wiped when the activity is over.
  const raw = Uint8Array.from(prepared.raw);
  await insertSentTransaction(context, { caip2, address, nonce, hash, raw }, id);
  const { to, value, data } = callOf(request);
  const contents = {
    id,
    caip2,
    hash,
    address,
    nonce: String(nonce),
    raw: `0x${Buffer.from(raw).toString('hex')}`,
    call: { to, value: String(value), data },
    ...(after && { after }),
  };
  await context.outbox.leave(evmTransaction, contents, { idempotencyKey: id });
  return id;
}

/** Refuses a transaction that is on its way already: the same bytes cannot be included twice. One that no node took may be sent again. */
async function requireNew(context: ActivityContext, caip2: string, hash: string): Promise<void> {
  const same = await readSentTransactions(context, caip2, [hash]);
  if (same.some(({ status }) => !['FAILED', 'REFUSED', 'DENIED'].includes(status)))
    throw new ApiError('ALREADY_EXISTS', 'this exact transaction was already sent');
}
