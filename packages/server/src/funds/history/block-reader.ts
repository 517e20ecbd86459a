import type { EvmChain } from '../../core/ports/evm-chain.ts';
import { type BlockContents, readBlockContents } from '../../delivery/adapters/evm/block-contents.ts';
import { traceTransfers } from '../../delivery/adapters/evm/trace-transfers.ts';

interface ReaderOptions {
  readonly traces: boolean;
  readonly signal: AbortSignal;
}

/** How many blocks are read concurrently. The node has other callers too. */
const maxConcurrent = 6;

/** Reads blocks of a chain in order, and the next ones while those before them are being recorded. */
export class BlockReader {
  readonly #chain: EvmChain;
  readonly #options: ReaderOptions;
  /** Blocks that are being read or were read ahead, by their numbers. */
  readonly #ahead = new Map<bigint, Promise<BlockContents | undefined>>();

  constructor(chain: EvmChain, options: ReaderOptions) {
    this.#chain = chain;
    this.#options = options;
  }

  /** Blocks in a row, up to the first one that the node does not have. Begins to read those after them, up to the newest one. */
  async read(from: bigint, to: bigint, newest: bigint): Promise<readonly BlockContents[]> {
    const blocks: BlockContents[] = [];
    for (let number = from; number <= to; number++) {
      for (let next = number; next < number + BigInt(maxConcurrent) && next <= newest; next++) this.#begin(next);
      const block = await this.#ahead.get(number);
      this.#ahead.delete(number);
      if (!block) return blocks;
      blocks.push(block);
    }
    for (let next = to + 1n; next <= to + BigInt(maxConcurrent) && next <= newest; next++) this.#begin(next);
    return blocks;
  }

  /** Forgets what was read ahead. */
  forget(): void {
    this.#ahead.clear();
  }

  #begin(number: bigint): void {
    if (this.#ahead.has(number)) return;
    const { traces, signal } = this.#options;
    const reading = readBlockContents(this.#chain, number, { signal, ...(traces && { traceTransfers }) });
    // It may be forgotten before anybody waits for it.
    reading.catch(() => {});
    this.#ahead.set(number, reading);
  }
}
