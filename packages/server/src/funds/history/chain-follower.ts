import { setTimeout as pause } from 'node:timers/promises';
import type { RowMacs } from '../../core/authority/row-macs.ts';
import type { EvmBlock, EvmChain } from '../../core/ports/evm-chain.ts';
import { EvmError } from '../../delivery/adapters/evm/evm-error.ts';
import type { Database } from '../../storage/store/database.ts';
import { BlockReader } from './block-reader.ts';
import {
  addChain,
  type BegunPosition,
  type ChainPosition,
  endLease,
  extendLease,
  type Head,
  hashOf,
  LeaseLost,
  movePosition,
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
  readonly maxFinal: number;
}

const defaultLimits: FollowerLimits = {
  pollMs: 3_000,
  longestPauseMs: 60_000,
  leaseMs: 60_000,
  batch: 32,
  ofRound: 512,
  maxFinal: 1_000,
};

export interface FollowerOptions extends FollowedChain {
  readonly database: Database;
  readonly macs: RowMacs;
  readonly limits?: Partial<FollowerLimits>;
  /** For jitter, from 0 to 1. */
  readonly random?: () => number;
  /** Called when the chain could not be followed. It is tried again after a pause. */
  readonly onError?: (caip2: string, error: unknown) => void;
  /**
   * Called in each round with the number of blocks that are left to record. Without a number, this process does not know: another
   * one follows the chain, or the node could not be asked.
   */
  readonly onFollowed?: (caip2: string, blocksBehind: bigint | undefined) => void;
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
    this.#limits = { ...defaultLimits, ...options.limits };
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
      if (round === 'failed' || round === 'elsewhere') this.#options.onFollowed?.(this.caip2, undefined);
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
    const { chain } = this.#options;
    const { signal } = this.#stopping;
    const newest = await chain.block('latest', { signal });
    if (!newest) throw new FollowerError('NO_BLOCK');
    const following = { position: await this.#begin(position, newest.number) };
    const final = await this.#finalBlock();
    this.#tellBehind(following, newest);
    const isBehind = await this.#catchUp(following, newest);
    this.#tellBehind(following, newest);
    if (final && (await this.#hasRecorded(following.position, final)))
      await finalizeBlocks(this.#recording(), following.position, final.number);
    return isBehind ? 'behind' : 'done';
  }

  #tellBehind({ position }: Following, newest: EvmBlock): void {
    const behind = newest.number - position.headNumber;
    // A node may be late.
    this.#options.onFollowed?.(this.caip2, behind > 0n ? behind : 0n);
  }

  /** Chooses the block to begin with, if that was not done yet. */
  async #begin(position: ChainPosition, newest: bigint): Promise<BegunPosition> {
    const { fromBlock, database } = this.#options;
    const { firstNumber, headNumber } = position;
    if (firstNumber !== null && headNumber !== null) return { ...position, firstNumber, headNumber };
    const first = fromBlock === undefined ? newest : BigInt(fromBlock);
    const changes = { firstNumber: first, headNumber: first - 1n, headHash: null };
    return await database.transaction((sql) => movePosition(sql, this.#recording(), position, changes));
  }

  /** The position of the chain, if this process follows it. */
  async #hold(): Promise<ChainPosition | undefined> {
    const { leaseMs } = this.#limits;
    const { database, macs } = this.#options;
    const lease = this.#lease();
    const position = await database.transaction(async (sql) => {
      if (lease) return await extendLease(sql, macs, lease, leaseMs);
      if (!this.#isAdded) await addChain(sql, macs, this.caip2);
      return await takeLease(sql, macs, this.caip2, leaseMs);
    });
    this.#isAdded = true;
    this.#fence = position?.fence;
    return position;
  }

  #lease() {
    return this.#fence === undefined ? undefined : { caip2: this.caip2, fence: this.#fence };
  }

  #recording(): Recording {
    const { database, macs, events } = this.#options;
    const { leaseMs, maxFinal } = this.#limits;
    return { database, macs, events, leaseMs, maxFinal };
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
    { finalizedNumber, headNumber }: BegunPosition,
    { number, hash }: { readonly number: bigint; readonly hash: string },
  ): Promise<boolean> {
    if (number > headNumber || (finalizedNumber !== null && number <= finalizedNumber)) return false;
    return (await this.#options.database.query((sql) => hashOf(sql, this.caip2, number))) === hash;
  }

  /** Records blocks up to the newest one, and first drops those that the chain has dropped. Tells whether some are left. */
  async #catchUp(following: Following, newest: EvmBlock): Promise<boolean> {
    const recording = this.#recording();
    const { batch, ofRound } = this.#limits;
    const end = following.position.headNumber + BigInt(ofRound);
    if (newest.number <= following.position.headNumber && !(await this.#isOurs(following, newest)))
      await this.#dropBack(recording, following, newest.number);
    while (following.position.headNumber < newest.number) {
      const { position } = following;
      if (position.headNumber >= end) return true;
      this.#stopping.signal.throwIfAborted();
      const from = position.headNumber + 1n;
      const to = smaller(newest.number, position.headNumber + BigInt(batch));
      const blocks = await this.#reader.read(from, to, newest.number);
      const linked = linkedTo(position, blocks);
      if (linked.length > 0) following.position = await recordBlocks(recording, position, linked);
      if (linked.length < blocks.length) {
        this.#reader.forget();
        await this.#dropBack(recording, following, following.position.headNumber);
      }
      // The chain got shorter meanwhile.
      if (blocks.length === 0) return false;
    }
    return false;
  }

  /**
   * Whether the newest block of the node is among the recorded ones. Then the node is only late: several nodes may share an address.
   */
  async #isOurs({ position }: Following, { number, hash }: EvmBlock): Promise<boolean> {
    if (position.headHash === null) return true;
    const ours = await this.#options.database.query((sql) => hashOf(sql, this.caip2, number));
    if (ours === undefined) throw new FollowerError('BEHIND', number);
    return ours === hash;
  }

  /** Finds the newest recorded block that the chain still has, and drops all after it. */
  async #dropBack(recording: Recording, following: Following, from: bigint): Promise<void> {
    const { chain, database } = this.#options;
    const { headNumber, firstNumber, finalizedNumber } = following.position;
    const { signal } = this.#stopping;
    let number = from;
    let hash: string | null = null;
    for (; number >= firstNumber; number--) {
      const asked = number;
      const ours = await database.query((sql) => hashOf(sql, this.caip2, asked));
      const theirs = await chain.block(asked, { signal });
      if (ours !== undefined && theirs?.hash === ours) {
        hash = ours;
        break;
      }
      if (ours === undefined || (finalizedNumber !== null && asked <= finalizedNumber))
        throw new FollowerError('FINAL_BLOCK_DROPPED', asked);
    }
    if (number === headNumber && hash !== null) throw new FollowerError('CONTRADICTION', number + 1n);
    following.position = await dropBlocks(recording, following.position, { headNumber: number, headHash: hash });
  }
}

/** What is known about a chain during a round. */
interface Following {
  position: BegunPosition;
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The first of these blocks, as long as each follows the one before it. */
function linkedTo<Block extends { readonly hash: string; readonly parentHash: string }>(
  { headHash }: Head,
  blocks: readonly Block[],
): readonly Block[] {
  let last = headHash;
  const end = blocks.findIndex((block) => {
    const isLinked = last === null || block.parentHash === last;
    last = block.hash;
    return !isLinked;
  });
  return end < 0 ? blocks : blocks.slice(0, end);
}
