import { EvmError } from '../adapters/evm/evm-error.ts';
import { type RevertReason, readRevertReason } from '../chains/ethereum/revert-reason.ts';
import type { EvmCall, EvmChain, EvmReceipt } from '../contract/evm-chain.ts';

/** A signed transaction that is to be included. */
export interface WatchedTransaction {
  readonly hash: string;
  readonly address: string;
  readonly nonce: bigint;
  /** As hex with 0x. */
  readonly raw: string;
  /** What it calls, to find out why it was reverted. */
  readonly call: EvmCall & { readonly to: string };
}

/** What a chain has of a transaction. */
export type Observation =
  | {
      readonly is: 'included';
      readonly blockNumber: bigint;
      readonly blockHash: string;
      /** Why it was reverted, if it was. */
      readonly reverted: RevertReason | undefined;
      /** Whether the chain cannot drop it any more. */
      readonly isFinal: boolean;
    }
  /** A node has it. */
  | { readonly is: 'waiting' }
  /** The chain cannot include it any more: another transaction has used its nonce. */
  | { readonly is: 'replaced' }
  /** A node does not take it, and does not have it. */
  | { readonly is: 'refused'; readonly reason: string }
  /** The answers of the node contradict each other, or it does not take the transaction yet: nothing is known. */
  | { readonly is: 'unclear' };

/** Looks what a chain has of a transaction. If no node has it, this sends it; the same bytes can be included only once. */
export async function observeTransaction(
  chain: EvmChain,
  transaction: WatchedTransaction,
  signal: AbortSignal,
): Promise<Observation> {
  const { hash, address, nonce, raw } = transaction;
  const receipt = await chain.receipt(hash, { signal });
  if (receipt) return await observeIncluded(chain, transaction, receipt, signal);
  const outcome = await chain.send(raw, { signal });
  if (outcome.is === 'accepted') return { is: 'waiting' };
  // It was not sent, and is sent again later.
  if (outcome.is === 'nonceAhead') return { is: 'unclear' };
  if (outcome.is === 'refused')
    return (await chain.knows(hash, { signal })) ? { is: 'waiting' } : { is: 'refused', reason: outcome.reason };
  // A nonce that only newer blocks use may become free again.
  const used = await chain.transactionCount(address, 'finalized', { signal });
  if (used <= nonce) return { is: 'waiting' };
  // It may have been included after the first look.
  return (await chain.receipt(hash, { signal })) ? { is: 'unclear' } : { is: 'replaced' };
}

async function observeIncluded(
  chain: EvmChain,
  { hash, address, call }: WatchedTransaction,
  receipt: EvmReceipt,
  signal: AbortSignal,
): Promise<Observation> {
  const { blockNumber, blockHash, hasSucceeded, transactionHash, from } = receipt;
  const [block, finalized] = await Promise.all([
    chain.block(blockNumber, { signal }),
    chain.block('finalized', { signal }),
  ]);
  const isConsistent =
    transactionHash === hash && from === address && block?.hash === blockHash && block.transactionHashes.includes(hash);
  if (!isConsistent) return { is: 'unclear' };
  const isFinal = finalized !== undefined && finalized.number >= blockNumber;
  const reverted = hasSucceeded ? undefined : await findReason(chain, { ...call, from: address }, blockNumber, signal);
  return { is: 'included', blockNumber, blockHash, reverted, isFinal };
}

/** Receipts have no reason, so the call is tried again on the state before its block. What came first in the block is missing. */
async function findReason(
  chain: EvmChain,
  call: EvmCall,
  blockNumber: bigint,
  signal: AbortSignal,
): Promise<RevertReason> {
  try {
    await chain.call(call, blockNumber - 1n, { signal });
  } catch (error) {
    if (!(error instanceof EvmError)) throw error;
    if (error.code === 'REVERTED') return readRevertReason(error.data);
    if (error.isRetryable) throw error;
  }
  return { type: 'unknown', text: 'reverted for a reason that the node does not tell' };
}
