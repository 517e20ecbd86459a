import { z } from 'zod';
import { askWholeBlock, badAnswer, eachConcurrently, read, type TraceTransfers } from './block-contents.ts';
import { Address, Hash, Quantity } from './evm-values.ts';
import type { ValueTransfer } from './value-transfers.ts';

/** A call within a transaction, as the callTracer of nodes describes it. */
interface Frame {
  readonly type: string;
  readonly from: string;
  readonly to?: string | null | undefined;
  readonly value?: bigint | null | undefined;
  readonly error?: string | null | undefined;
  readonly calls?: readonly Frame[] | null | undefined;
}

const Frame: z.ZodType<Frame> = z.object({
  type: z.string(),
  from: Address,
  to: Address.nullish(),
  value: Quantity.nullish(),
  error: z.string().nullish(),
  get calls() {
    return z.array(Frame).nullish();
  },
});

const TracedBlock = z.array(z.object({ txHash: Hash, result: Frame }));

const maxBytes = 64 * 1024 * 1024;
const tracer = { tracer: 'callTracer' };

/** Finds all transfers of the native asset, with those that contracts make, by letting the node trace the block. */
export const traceTransfers: TraceTransfers = async (chain, { hash, transactionHashes }, { signal }) => {
  const options = { signal, maxBytes };
  const traced = new Map<string, readonly ValueTransfer[]>();
  const all = await askWholeBlock(chain, 'debug_traceBlockByHash', [hash, tracer], options);
  if (all !== undefined) {
    for (const { txHash, result } of read(TracedBlock, all, 'debug_traceBlockByHash'))
      traced.set(txHash, nativeTransfers(result));
    if (traced.size !== transactionHashes.length || !transactionHashes.every((known) => traced.has(known)))
      throw badAnswer(`the traces of ${hash} are those of another block`);
    return traced;
  }
  await eachConcurrently(transactionHashes, async (transactionHash) => {
    const frame = await chain.request('debug_traceTransaction', [transactionHash, tracer], options);
    traced.set(transactionHash, nativeTransfers(read(Frame, frame, 'debug_traceTransaction')));
  });
  return traced;
};

/** The calls that move their value: the others run with the value of their caller. */
const moving = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'];

function nativeTransfers(root: Frame): ValueTransfer[] {
  const transfers: ValueTransfer[] = [];
  // Not recursive: calls may be nested a thousand deep.
  const left = [root];
  for (let frame = left.pop(); frame; frame = left.pop()) {
    // What failed was rolled back, with all calls in it.
    if (frame.error) continue;
    const { type, from, to, value } = frame;
    if (moving.includes(type) && to && value) transfers.push({ token: null, from, to, amount: value });
    left.push(...[...(frame.calls ?? [])].reverse());
  }
  return transfers;
}
