import type { ActivityContext } from '../contract/implement.ts';
import evmTransaction from '../outbox/kinds/evm-transaction.ts';
import { useNonceTurn } from './nonce-turn.ts';
import type { PreparedTransaction } from './prepare-transaction.ts';
import { callOf, type SendRequest } from './send-request.ts';
import { insertSentTransaction } from './sent-transaction.ts';

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
  if (hasTurn) await useNonceTurn(context, prepared);
  const { caip2, address, nonce, hash } = prepared;
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
  await context.outbox.leave(evmTransaction, contents, { idempotencyKey: hash });
  return id;
}
