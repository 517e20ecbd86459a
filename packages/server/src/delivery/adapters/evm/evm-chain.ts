import { chainIdOf } from '@mintmark/chains/ethereum';
import { z } from 'zod';
import type {
  BlockTag,
  EvmCall,
  EvmCallOptions,
  EvmChain,
  EvmFees,
  SendOutcome,
} from '../../../core/ports/evm-chain.ts';
import type { GuardedFetch } from '../../../core/ports/guarded-fetch.ts';
import { EvmError } from './evm-error.ts';
import { Block, Bytes, Hash, Quantity, Receipt } from './evm-values.ts';
import { createJsonRpc, type JsonRpcOptions } from './json-rpc.ts';

/** How long it is believed that a node belongs to its chain. A load balancer may have others behind it. */
const identityMs = 10_000;
/** Blocks of busy chains have several thousand transactions. */
const maxBlockBytes = 4 * 1024 * 1024;

/** What the producer of a block gets for a unit of gas if the node does not say: one gwei. */
const defaultPriorityFee = 1_000_000_000n;

export interface EvmChainOptions extends JsonRpcOptions {
  /** How many blocks after a block make it final; by default the node says which blocks are. */
  readonly finalityDepth?: number | undefined;
  /** The most that a transaction may cost in fees, in wei, where the node says what it costs; by default one unit of the asset. */
  readonly maxFee?: string | undefined;
}

const defaultMaxFee = '1000000000000000000';

/**
 * Creates the way to a node of a chain.
 *
 * @example
 * const chain = createEvmChain('eip155:1', { rpcUrl }, fetch);
 * const nonce = await chain.transactionCount(address, 'pending');
 */
export function createEvmChain(caip2: string, options: EvmChainOptions, fetch: GuardedFetch): EvmChain {
  const rpc = createJsonRpc(options, fetch);
  const { finalityDepth, maxFee = defaultMaxFee } = options;
  const chainId = chainIdOf(caip2);
  let identifiedAt = Number.NEGATIVE_INFINITY;

  async function identify(signal: AbortSignal | undefined): Promise<void> {
    if (performance.now() - identifiedAt < identityMs) return;
    if (read(Quantity, await rpc('eth_chainId', [], { signal }), 'eth_chainId') !== chainId)
      throw new EvmError('WRONG_CHAIN');
    identifiedAt = performance.now();
  }

  const request: EvmChain['request'] = async (method, params, { signal, maxBytes } = {}) => {
    try {
      await identify(signal);
      return await rpc(method, params, { signal, maxBytes });
    } catch (error) {
      // What is reached next may be another node.
      if (error instanceof EvmError && error.code === 'UNREACHABLE') identifiedAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  };

  const ask = async <Value extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    value: Value,
    more: EvmCallOptions & { readonly maxBytes?: number } = {},
  ): Promise<z.output<Value>> => read(value, await request(method, params, more), method);

  const readBlock = async (tag: string, more?: EvmCallOptions) =>
    (await ask('eth_getBlockByNumber', [tag, false], Block.nullable(), { ...more, maxBytes: maxBlockBytes })) ??
    undefined;

  /** How the node is asked about final blocks: by the tag, or by the number of the newest block that is deep enough. */
  async function finalTag(depth: number | undefined, more?: EvmCallOptions): Promise<string> {
    if (depth === undefined) return 'finalized';
    const number = ((await readBlock('latest', more))?.number ?? 0n) - BigInt(depth);
    return quantity(number > 0n ? number : 0n);
  }

  const block: EvmChain['block'] = async (tag, more) =>
    await readBlock(tag === 'finalized' ? await finalTag(finalityDepth, more) : tagOf(tag), more);

  return {
    caip2,
    chainId,
    maxFee: BigInt(maxFee),
    lacking: new Map(),
    async requireSynced(more) {
      const syncing = await ask('eth_syncing', [], z.union([z.literal(false), z.looseObject({})]), more);
      if (syncing !== false) throw new EvmError('NOT_SYNCED');
    },
    transactionCount: (address, tag, more) =>
      ask('eth_getTransactionCount', [address, typeof tag === 'bigint' ? quantity(tag) : tag], Quantity, more),
    fees: (more) => readFees(ask, block, more),
    estimateGas: (call, more) => ask('eth_estimateGas', [paramsOf(call)], Quantity, more),
    call: (call, tag = 'latest', more = {}) => ask('eth_call', [paramsOf(call), tagOf(tag)], Bytes, more),
    code: (address, more) => ask('eth_getCode', [address, 'latest'], Bytes, more),
    async send(rawTransaction, more) {
      try {
        await ask('eth_sendRawTransaction', [rawTransaction], Hash, more);
        return { is: 'accepted' };
      } catch (error) {
        const isAnswer = error instanceof EvmError && (error.code === 'REFUSED' || error.code === 'REVERTED');
        if (!isAnswer) throw error;
        return outcomeOf(error);
      }
    },
    knows: async (hash, more) =>
      (await ask('eth_getTransactionByHash', [hash], z.looseObject({ hash: Hash }).nullable(), more))?.hash === hash,
    receipt: async (hash, more) =>
      (await ask('eth_getTransactionReceipt', [hash], Receipt.nullable(), more)) ?? undefined,
    block,
    request,
  };
}

function read<Value extends z.ZodType>(value: Value, result: unknown, method: string): z.output<Value> {
  const { data, success } = value.safeParse(result);
  if (!success) throw new EvmError('BAD_ANSWER', { reason: `the result of ${method}` });
  return data;
}

const quantity = (value: bigint): string => `0x${value.toString(16)}`;

const tagOf = (block: BlockTag): string => (typeof block === 'bigint' ? quantity(block) : block);

const paramsOf = ({ value, ...call }: EvmCall) => ({ ...call, ...(value !== undefined && { value: quantity(value) }) });

type Ask = <Value extends z.ZodType>(
  method: string,
  params: readonly unknown[],
  value: Value,
  more?: EvmCallOptions,
) => Promise<z.output<Value>>;

/** Twice the base fee of the newest block, so that the transaction can wait while the base fee rises for five full blocks. */
async function readFees(ask: Ask, block: EvmChain['block'], more?: EvmCallOptions): Promise<EvmFees> {
  const newest = await block('latest', more);
  if (newest?.baseFeePerGas === undefined) {
    const gasPrice = await ask('eth_gasPrice', [], Quantity, more);
    return { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice };
  }
  const maxPriorityFeePerGas = await ask('eth_maxPriorityFeePerGas', [], Quantity, more).catch((error) => {
    if (error instanceof EvmError && error.code === 'REFUSED') return defaultPriorityFee;
    throw error;
  });
  return { maxFeePerGas: 2n * newest.baseFeePerGas + maxPriorityFeePerGas, maxPriorityFeePerGas };
}

/** JSON-RPC has no codes for these, and each node has its own words. */
const knownWords =
  /already ?(?:known|imported)|known transaction|already in (?:the )?(?:mem|tx)?pool|existing tx with same hash/i;
const usedNonceWords = /nonce (?:is )?too low|old ?nonce|nonce has already been used/i;
/** Most nodes keep such a transaction. Some that produce blocks immediately do not. */
const aheadNonceWords = /nonce (?:is )?too high|nonce ?gap/i;
/**
 * With these words the pool of a node rejects a transaction before it hands it to another node: geth, erigon, nethermind, besu, reth
 * and Hardhat. A refusal can end a transaction for good, and its nonce is then given to another one. So only these words are a
 * refusal, and never a code: the same codes also mean internal errors and timeouts, after which the transaction may be on its way.
 * Words that are missing here only cost retries.
 */
const refusalWords = new RegExp(
  [
    'insufficient ?(?:funds|balance)',
    "doesn't have enough funds",
    'upfront cost exceeds',
    'underpriced',
    'fee ?too ?low',
    'gas price below configured minimum',
    'less than (?:block )?base ?fee',
    'is too low for the next block',
    'intrinsic ?gas',
    'insufficient gas for floor data',
    'requires at least \\d+ gas',
    'exceeds (?:the )?block gas limit',
    'gas ?limit ?(?:exceeded|too high)',
    'exceeds the configured cap',
    'fee cap exceeded',
    'priority ?fee\\w*(?: per gas)?(?: is)? (?:higher|greater|exceeds)',
    'invalid (?:sender|signature)',
    'failed ?to ?resolve ?sender',
    'sender (?:is )?not an eoa|sender ?is ?contract',
    'invalid chain ?id|wrong chain ?id',
    'transaction type not supported|not ?supported ?tx ?type|unknown transaction type',
    'oversized data|max ?tx ?size ?exceeded|rlp ?too ?long',
    'max initcode size exceeded|initcode too large',
    'negative value|nonce has max value',
  ].join('|'),
  'i',
);

function outcomeOf(error: EvmError): SendOutcome {
  const { message } = error;
  if (knownWords.test(message)) return { is: 'accepted' };
  if (usedNonceWords.test(message)) return { is: 'nonceUsed' };
  if (aheadNonceWords.test(message)) return { is: 'nonceAhead' };
  return refusalWords.test(message) ? { is: 'refused', reason: message } : { is: 'unknown', error };
}
