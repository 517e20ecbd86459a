import { keccak256 } from '@mintmark/chains/ethereum';
import { RlpFields } from '@mintmark/chains/src/ethereum/rlp-fields';
import { createRandom, type Random } from '@mintmark/testing/random';
import type { EvmBlock, EvmChain, EvmReceipt, SendOutcome } from '../src/core/ports/evm-chain.ts';
import { EvmError } from '../src/delivery/adapters/evm/evm-error.ts';

/** A transaction as the chain has it. */
interface ModelTransaction {
  readonly hash: string;
  readonly nonce: bigint;
  readonly value: bigint;
}

interface ModelBlock {
  readonly hash: string;
  readonly transactions: readonly ModelTransaction[];
}

/**
 * A chain with one account, and its only node, which lies about everything but its final blocks. It forgets no transaction that it was
 * handed, whatever it said about it, and may include it at any time.
 */
export interface LyingChain extends EvmChain {
  /** From now on the node tells the truth. */
  becomeHonest(): void;
  /** Makes a block with some of what the node has. Honest nodes take all that they can. */
  mine(): void;
  /** Drops blocks that are not final. */
  reorganise(): void;
  /** Makes more blocks final. */
  finalise(): void;
  /** What is in blocks now. */
  included(): readonly ModelTransaction[];
}

const hashOf = (bytes: Uint8Array): string => `0x${Buffer.from(keccak256(bytes)).toString('hex')}`;

function read(raw: string): ModelTransaction {
  const bytes = Buffer.from(raw.slice(2), 'hex');
  // EIP-1559: the chain, the nonce, three amounts, the recipient, the value.
  const fields = RlpFields.decode(bytes.subarray(1));
  fields.integer('chain');
  const nonce = fields.integer('nonce');
  for (const amount of ['priority fee', 'fee', 'gas']) fields.integer(amount);
  fields.address('to');
  return { hash: hashOf(bytes), nonce, value: fields.integer('value') };
}

export function createLyingChain(seed: number, address: string): LyingChain {
  const random = createRandom(seed);
  let isHonest = false;
  let blocks: ModelBlock[] = [{ hash: hashOf(Uint8Array.of(0)), transactions: [] }];
  let made = 0;
  let final = 0;
  const handed = new Map<string, ModelTransaction>();
  /** What the node still has. */
  const pool = new Set<string>();

  // What is said about a transaction depends on nothing but the transaction, so that the same seed gives the same lies.
  const sources = new Map<string, Random>();
  const lies = ({ hash, nonce, value }: ModelTransaction): Random => {
    const source = sources.get(hash) ?? createRandom(seed * 100_003 + Number(nonce) * 1009 + Number(value));
    sources.set(hash, source);
    return source;
  };
  const unknown = { hash: '', nonce: 0n, value: 0n };
  const transactionOf = (hash: string) => handed.get(hash) ?? unknown;
  const isLie = (source: Random, percent: number) => !isHonest && source(100) < percent;

  const included = () => blocks.flatMap(({ transactions }) => transactions);
  const countAt = (number: number) => BigInt(blocks.slice(0, number + 1).flatMap((block) => block.transactions).length);
  const placeOf = (hash: string) =>
    blocks.findIndex(({ transactions }) => transactions.some((one) => one.hash === hash));
  const latest = () => countAt(blocks.length - 1);

  const blockAt = (number: number): EvmBlock | undefined => {
    const block = blocks[number];
    if (!block) return undefined;
    const parentHash = blocks[number - 1]?.hash ?? hashOf(Uint8Array.of(1));
    const transactionHashes = block.transactions.map(({ hash }) => hash);
    return {
      number: BigInt(number),
      hash: block.hash,
      parentHash,
      timestamp: BigInt(number),
      baseFeePerGas: 1n,
      transactionHashes,
    };
  };

  function receiptOf(hash: string): EvmReceipt | undefined {
    const place = placeOf(hash);
    const block = blocks[place];
    const source = lies(transactionOf(hash));
    if (!block || isLie(source, 30)) return undefined;
    // The final block is the truth.
    const hasSucceeded = !(place > final && isLie(source, 30));
    return {
      transactionHash: hash,
      transactionIndex: block.transactions.findIndex((one) => one.hash === hash),
      blockNumber: BigInt(place),
      blockHash: block.hash,
      from: address,
      to: null,
      hasSucceeded,
      gasUsed: 21_000n,
      effectiveGasPrice: 1n,
    };
  }

  function send(raw: string): SendOutcome {
    const transaction = read(raw);
    const { hash, nonce } = transaction;
    handed.set(hash, transaction);
    const rivals = [...pool].filter((known) => known !== hash && handed.get(known)?.nonce === nonce);
    const truth = (): SendOutcome => {
      if (nonce < latest()) return { is: 'nonceUsed' };
      if (rivals.length > 0) return { is: 'refused', reason: 'replacement transaction underpriced' };
      pool.add(hash);
      return { is: 'accepted' };
    };
    if (isHonest) return truth();
    const source = lies(transaction);
    const keeps = source(2) === 0;
    if (keeps) pool.add(hash);
    switch (source(8)) {
      case 0:
      case 1:
        return { is: 'accepted' };
      case 2:
      case 3:
        return { is: 'refused', reason: 'insufficient funds' };
      case 4:
        return { is: 'unknown', error: new EvmError('REFUSED', { reason: 'Internal error' }) };
      case 5:
        return source(2) === 0 ? { is: 'nonceUsed' } : { is: 'nonceAhead' };
      case 6:
        throw new EvmError('UNREACHABLE');
      default:
        return truth();
    }
  }

  return {
    caip2: 'eip155:1',
    chainId: 1n,
    maxFee: 10n ** 18n,
    lacking: new Map(),
    requireSynced: async () => {},
    async transactionCount(_, block) {
      if (typeof block === 'bigint') return countAt(Number(block));
      const mined = latest() + (isLie(random, 15) ? 1n : 0n);
      if (block === 'latest') return mined;
      let next = mined;
      const waiting = new Set([...pool].map((hash) => handed.get(hash)?.nonce));
      while (waiting.has(next)) next++;
      return isLie(random, 20) ? next + BigInt(random(3)) : next;
    },
    fees: async () => ({ maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }),
    estimateGas: async () => 21_000n,
    call: async () => '0x',
    code: async () => '0x',
    send: async (raw) => send(raw),
    async knows(hash) {
      const isKnown = pool.has(hash) || placeOf(hash) >= 0;
      const source = lies(transactionOf(hash));
      return isLie(source, 40) ? source(4) === 0 : isKnown;
    },
    receipt: async (hash) => receiptOf(hash),
    async block(tag) {
      const number = tag === 'finalized' ? final : tag === 'latest' ? blocks.length - 1 : Number(tag);
      return number > final && isLie(random, 20) ? undefined : blockAt(number);
    },
    async request(method, [number]) {
      if (method !== 'eth_getBlockByNumber') throw new EvmError('REFUSED');
      const transactions = blocks[Number(number)]?.transactions ?? [];
      const hex = (value: bigint) => `0x${value.toString(16)}`;
      return { transactions: transactions.map(({ hash, nonce }) => ({ hash, from: address, nonce: hex(nonce) })) };
    },
    becomeHonest() {
      isHonest = true;
    },
    mine() {
      const transactions: ModelTransaction[] = [];
      for (let next = latest(); isHonest || transactions.length < 2; next++) {
        const fitting = [...handed.values()].filter(
          ({ hash, nonce }) => nonce === next && (!isHonest || pool.has(hash)),
        );
        const chosen = fitting[random(Math.max(fitting.length, 1))];
        if (!chosen) break;
        transactions.push(chosen);
      }
      blocks.push({ hash: hashOf(Buffer.from(`block ${++made}`)), transactions });
    },
    reorganise() {
      blocks = blocks.slice(0, final + 1 + random(blocks.length - final));
    },
    finalise() {
      final += isHonest ? blocks.length - 1 - final : random(blocks.length - final);
    },
    included,
  };
}
