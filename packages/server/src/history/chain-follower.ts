import { setTimeout as pause } from 'node:timers/promises';
import { EvmError } from '../adapters/evm/evm-error.ts';
import type { RowMacs } from '../authority/row-macs.ts';
import type { EvmBlock, EvmChain } from '../contract/evm-chain.ts';
import type { Database } from '../store/database.ts';
import { BlockReader } from './block-reader.ts';
import {
  addChain,
  type ChainPosition,
  endLease,
  extendLease,
  type Head,
  hashOf,
  LeaseLost,
  setFirst,
  takeLease,
} from './chain-position.ts';
import { FollowerError } from './follower-error.ts';
import { dropBlocks, finalizeBlocks, type HistoryEvents, type Recording, recordBlocks } from './record-blocks.ts';

/** How a chain is followed. */
interface FollowedChain {
  readonly chain: EvmChain;
  /** The first block to record; by default the newest one at the first start. */
  readonly fromBlock?: number | undefined;
  /** Whether the node traces transactions, so that transfers within contracts are found. */
  readonly traces?: boolean | undefined;
}

interface FollowerLimits {
  /** How often to look for a new block: every 3,000, with jitter. */
  readonly pollMs: number;
  /** The longest pause after a failure: 60,000. */
  readonly longestPauseMs: number;
  /** How long a chain belongs to the process that follows it, since it wrote last: 60,000. */
  readonly leaseMs: number;
  /** How many blocks are recorded in one transaction: 32. */
  readonly batch: number;
  /** How many blocks are recorded before the node is asked for its newest block again: 512. */
  readonly ofRound: number;
  /** How many transactions become final in one transaction, unless one block has more: 1,000. */
  readonly mostFinal: number;
}

const usualLimits: FollowerLimits = {
  pollMs: 3_000,
  longestPauseMs: 60_000,
  leaseMs: 60_000,
  batch: 32,
  ofRound: 512,
  mostFinal: 1_000,
};

export interface FollowerOptions extends FollowedChain {
  readonly database: Database;
  readonly macs: RowMacs;
  readonly limits?: Partial<FollowerLimits>;
  /** For jitter, from 0 to 1. */
  readonly random?: () => number;
  /** Called when the chain could not be followed. It is tried again after a pause. */
  readonly onError?: (caip2: string, error: unknown) => void;
  readonly events?: HistoryEvents | undefined;
}

/** What became of one round: another process follows the chain, there was nothing left to do, or more blocks are waiting. */
export type Round = 'elsewhere' | 'done' | 'behind';

/**
 * Follows a chain and records the transactions of wallet accounts. Each process has one for each chain; one of them has the lease
 * and works, the others wait. Blocks are recorded in order, together with the position, so that a crash loses or repeats nothing.
 */
export class ChainFollower {
  readonly #options: FollowerOptions;
  readonly #limits: FollowerLimits;
  readonly #reader: BlockReader;
  readonly #stopping = new AbortController();
  #isAdded = false;
  #fence: bigint | undefined;
  #running: Promise<void> | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#limits = { ...usualLimits, ...options.limits };
    const { chain, traces = false } = options;
    this.#reader = new BlockReader(chain, { traces, signal: this.#stopping.signal });
  }

  get caip2(): string {
    return this.#options.chain.caip2;
  }

  /** Begins to follow. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Stops after the transaction in flight, and lets another process continue. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    const lease = this.#lease();
    if (lease) await this.#options.database.transaction(async (sql) => await endLease(sql, lease)).catch(() => {});
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      const round = await this.round().catch((error: unknown) => {
        if (!signal.aborted) this.#options.onError?.(this.caip2, error);
        return 'failed' as const;
      });
      failures = round === 'failed' ? failures + 1 : 0;
      if (round !== 'behind') await pause(this.#pauseMs(failures), undefined, { ref: false, signal }).catch(() => {});
    }
  }

  #pauseMs(failures: number): number {
    const { pollMs, longestPauseMs } = this.#limits;
    const random = this.#options.random ?? Math.random;
    return Math.min(pollMs * 2 ** failures, longestPauseMs) * (0.75 + random() / 2);
  }

  /** Records what the chain has by now, or a part of it. */
  async round(): Promise<Round> {
    try {
      return await this.#follow();
    } catch (error) {
      this.#reader.forget();
      if (!(error instanceof LeaseLost)) throw error;
      this.#fence = undefined;
      return 'elsewhere';
    }
  }

  async #follow(): Promise<Round> {
    const position = await this.#hold();
    if (!position) return 'elsewhere';
    const { chain, fromBlock, database } = this.#options;
    const { signal } = this.#stopping;
    const newest = await chain.block('latest', { signal });
    if (!newest) throw new FollowerError('NO_BLOCK');
    const first = position.firstNumber ?? (fromBlock === undefined ? newest.number : BigInt(fromBlock));
    if (position.firstNumber === null) await database.transaction((sql) => setFirst(sql, position, first));
    const finalNumber = position.finalizedNumber;
    const final = await this.#finalBlock();
    const following = new Following(first, finalNumber, {
      number: position.headNumber ?? first - 1n,
      hash: position.headHash,
    });
    const isBehind = await this.#catchUp(position, following, newest);
    if (final && (await this.#hasRecorded(following, final)))
      await finalizeBlocks(this.#recording(position), following.finalNumber ?? first - 1n, final.number);
    return isBehind ? 'behind' : 'done';
  }

  /** The position of the chain, if this process follows it. */
  async #hold(): Promise<ChainPosition | undefined> {
    const { leaseMs } = this.#limits;
    const lease = this.#lease();
    const [position] = await this.#options.database.transaction(async (sql) => {
      if (lease) return await extendLease(sql, lease, leaseMs);
      if (!this.#isAdded) await addChain(sql, this.caip2);
      return await takeLease(sql, this.caip2, leaseMs);
    });
    this.#isAdded = true;
    this.#fence = position?.fence;
    return position;
  }

  #lease() {
    return this.#fence === undefined ? undefined : { caip2: this.caip2, fence: this.#fence };
  }

  #recording(lease: ChainPosition): Recording {
    const { database, macs, events } = this.#options;
    const { leaseMs, mostFinal } = this.#limits;
    return { database, macs, events, lease, leaseMs, mostFinal };
  }

  /** The newest block that the chain cannot drop, if there is one. */
  async #finalBlock(): Promise<EvmBlock | undefined> {
    const { signal } = this.#stopping;
    return await this.#options.chain.block('finalized', { signal }).catch((error) => {
      // A node that does not know the tag.
      if (error instanceof EvmError && error.code === 'REFUSED') return undefined;
      throw error;
    });
  }

  /** Whether a block is among the recorded ones. */
  async #hasRecorded(
    { finalNumber, head }: Following,
    { number, hash }: { readonly number: bigint; readonly hash: string },
  ): Promise<boolean> {
    if (number > head.number || (finalNumber !== null && number <= finalNumber)) return false;
    return (await this.#options.database.query((sql) => hashOf(sql, this.caip2, number))) === hash;
  }

  /** Records blocks up to the newest one, and first drops those that the chain has dropped. Tells whether some are left. */
  async #catchUp(lease: ChainPosition, following: Following, newest: EvmBlock): Promise<boolean> {
    const recording = this.#recording(lease);
    const { batch, ofRound } = this.#limits;
    const end = following.head.number + BigInt(ofRound);
    if (newest.number <= following.head.number && !(await this.#isOurs(following, newest)))
      await this.#dropBack(recording, following, newest.number);
    while (following.head.number < newest.number) {
      if (following.head.number >= end) return true;
      this.#stopping.signal.throwIfAborted();
      const { head } = following;
      const from = head.number + 1n;
      const to = smaller(newest.number, head.number + BigInt(batch));
      const blocks = await this.#reader.read(from, to, newest.number);
      const linked = linkedTo(head, blocks);
      if (linked.length > 0) following.head = await recordBlocks(recording, head, linked);
      if (linked.length < blocks.length) {
        this.#reader.forget();
        await this.#dropBack(recording, following, following.head.number);
      }
      // The chain got shorter meanwhile.
      if (blocks.length === 0) return false;
    }
    return false;
  }

  /**
   * Whether the newest block of the node is among the recorded ones. Then the node is only late: several nodes may share an address.
   */
  async #isOurs({ head }: Following, { number, hash }: EvmBlock): Promise<boolean> {
    if (head.hash === null) return true;
    const ours = await this.#options.database.query((sql) => hashOf(sql, this.caip2, number));
    if (ours === undefined) throw new FollowerError('BEHIND', number);
    return ours === hash;
  }

  /** Finds the newest recorded block that the chain still has, and drops all after it. */
  async #dropBack(recording: Recording, following: Following, from: bigint): Promise<void> {
    const { chain, database } = this.#options;
    const { head, first, finalNumber } = following;
    const { signal } = this.#stopping;
    let number = from;
    let hash: string | null = null;
    for (; number >= first; number--) {
      const asked = number;
      const ours = await database.query((sql) => hashOf(sql, this.caip2, asked));
      const theirs = await chain.block(asked, { signal });
      if (ours !== undefined && theirs?.hash === ours) {
        hash = ours;
        break;
      }
      if (ours === undefined || (finalNumber !== null && asked <= finalNumber))
        throw new FollowerError('FINAL_BLOCK_DROPPED', asked);
    }
    if (number === head.number && hash !== null) throw new FollowerError('CONTRADICTION', number + 1n);
    following.head = await dropBlocks(recording, head, { number, hash });
  }
}

/** What is known about a chain during a round. */
class Following {
  readonly first: bigint;
  readonly finalNumber: bigint | null;
  head: Head;

  constructor(first: bigint, finalNumber: bigint | null, head: Head) {
    this.first = first;
    this.finalNumber = finalNumber;
    this.head = head;
  }
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The first of these blocks, as long as each follows the one before it. */
function linkedTo<Block extends { readonly hash: string; readonly parentHash: string }>(
  { hash }: Head,
  blocks: readonly Block[],
): readonly Block[] {
  let last = hash;
  const end = blocks.findIndex((block) => {
    const isLinked = last === null || block.parentHash === last;
    last = block.hash;
    return !isLinked;
  });
  return end < 0 ? blocks : blocks.slice(0, end);
}
