import { type RevertReason, readRevertReason } from '@mintmark/chains/ethereum';
import type { EvmCall, EvmChain, EvmReceipt } from '../../core/ports/evm-chain.ts';
import { EvmError } from '../../delivery/adapters/evm/evm-error.ts';
import { readFinalUser } from './final-nonce.ts';
import type { Sending } from './mark-sending.ts';

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
  /** The chain cannot include it any more: a final block has another transaction with its nonce. */
  | { readonly is: 'replaced' }
  /** A node does not take it and does not have it, as far as the node says. It may have kept it. */
  | { readonly is: 'refused'; readonly reason: string; readonly isFirstSend: boolean }
  /** No node has ever taken it, and the node does not have it, as far as the node says. */
  | { readonly is: 'denied'; readonly reason: string }
  /** A node does not take it yet: transactions with earlier nonces are missing. */
  | { readonly is: 'nonceAhead'; readonly isFirstSend: boolean }
  /** It is in no block, and the node does not have it. */
  | { readonly is: 'missing' }
  /** The answers of the node contradict each other: nothing is known. */
  | { readonly is: 'unclear' }
  /** It has ended, and was not sent. */
  | { readonly is: 'over' };

interface ObserveOptions {
  readonly signal: AbortSignal;
  /** Called before the transaction is sent. Returns nothing if it has ended. */
  markSending(): Promise<Sending | undefined>;
}

/** Looks what a chain has of a transaction. If no node has it, this sends it; the same bytes can be included only once. */
export async function observeTransaction(
  chain: EvmChain,
  transaction: WatchedTransaction,
  { signal, markSending }: ObserveOptions,
): Promise<Observation> {
  const { hash, raw } = transaction;
  const receipt = await chain.receipt(hash, { signal });
  if (receipt) return await observeIncluded(chain, transaction, receipt, signal);
  const sending = await markSending();
  if (!sending) return { is: 'over' };
  const { isFirst: isFirstSend, wasNeverTaken, block } = sending;
  const isKnown = () => chain.knows(hash, { signal });
  if (!sending.isSent)
    return (await isKnown())
      ? { is: 'waiting' }
      : ((await observeFinal(chain, transaction, signal)) ?? { is: 'unclear' });
  const outcome = await chain.send(raw, { signal });
  switch (outcome.is) {
    case 'accepted':
      return { is: 'waiting' };
    case 'nonceAhead':
      return { is: 'nonceAhead', isFirstSend };
    case 'refused':
      return (await isKnown()) ? { is: 'waiting' } : { is: 'refused', reason: outcome.reason, isFirstSend };
    case 'unknown':
      if (await isKnown()) return { is: 'waiting' };
      if (block) return { is: 'missing' };
      if (wasNeverTaken) return { is: 'denied', reason: outcome.error.message };
      // The operator sees the error.
      throw outcome.error;
    case 'nonceUsed': {
      const final = await observeFinal(chain, transaction, signal);
      if (final) return final;
      if (!(await isGone(chain, hash, block, signal))) return { is: 'unclear' };
      // A nonce that only newer blocks use may become free again.
      return wasNeverTaken
        ? { is: 'denied', reason: 'the node reports that its nonce is already used' }
        : { is: 'waiting' };
    }
  }
}

/** What the final blocks tell about a transaction without a receipt: nothing if its nonce is not used in them. */
async function observeFinal(
  chain: EvmChain,
  { hash, address, nonce }: WatchedTransaction,
  signal: AbortSignal,
): Promise<Observation | undefined> {
  const user = await readFinalUser(chain, { address, nonce }, { signal });
  if (user === undefined) return undefined;
  // The node does not tell about a transaction that is in its own block.
  return { is: user === hash ? 'unclear' : 'replaced' };
}

/** Whether a transaction is nowhere. Nodes drop old receipts, and those behind a load balancer may not have new ones yet. */
async function isGone(chain: EvmChain, hash: string, block: Sending['block'], signal: AbortSignal): Promise<boolean> {
  // It may have been included after the first look.
  if ((await chain.receipt(hash, { signal })) || (await chain.knows(hash, { signal }))) return false;
  if (!block) return true;
  const current = await chain.block(block.number, { signal });
  return current !== undefined && current.hash !== block.hash;
}

/** On a chain without the tag, nothing is ever final. */
function ifTagIsKnown(error: unknown): undefined {
  if (error instanceof EvmError && error.code === 'REFUSED') return undefined;
  throw error;
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
    chain.block('finalized', { signal }).catch(ifTagIsKnown),
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
    // Any other error would stay, for example an answer that is too long. Then the status counts more than the reason.
    if (error.code === 'UNREACHABLE' || error.code === 'WRONG_CHAIN' || error.code === 'NOT_SYNCED') throw error;
  }
  return { type: 'unknown', text: 'reverted; the node does not report the reason' };
}
