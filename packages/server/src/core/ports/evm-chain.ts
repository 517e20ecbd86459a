/** A call that a node is asked to try. Addresses and bytes are lower-case hex with 0x; amounts are in wei. */
export interface EvmCall {
  readonly from?: string;
  readonly to?: string;
  readonly value?: bigint;
  readonly data?: string;
}

/** The newest block, the block that the chain cannot drop any more, or one by its number. */
export type BlockTag = 'latest' | 'finalized' | bigint;

export interface EvmBlock {
  readonly number: bigint;
  readonly hash: string;
  readonly parentHash: string;
  /** In seconds since the epoch. */
  readonly timestamp: bigint;
  readonly baseFeePerGas: bigint | undefined;
  readonly transactionHashes: readonly string[];
}

export interface EvmReceipt {
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly blockNumber: bigint;
  readonly blockHash: string;
  readonly from: string;
  readonly to: string | null;
  readonly hasSucceeded: boolean;
  readonly gasUsed: bigint;
  readonly effectiveGasPrice: bigint;
}

/** What a unit of gas may cost now, in wei. */
export interface EvmFees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/**
 * What a node did with a transaction: it took it now or earlier, or its nonce is used up, or it waits for transactions with earlier
 * nonces first, or it refused it for a reason. With any other error, it is unknown whether the node took it.
 */
export type SendOutcome =
  | { readonly is: 'accepted' }
  | { readonly is: 'nonceUsed' }
  | { readonly is: 'nonceAhead' }
  | { readonly is: 'refused'; readonly reason: string }
  | { readonly is: 'unknown'; readonly error: Error };

export interface EvmCallOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * A node of an EVM chain. All methods reject with an EvmError. Before it answers, the node is asked whether it is a node of this
 * chain.
 */
export interface EvmChain {
  /** The CAIP-2 identifier, such as eip155:1. */
  readonly caip2: string;
  readonly chainId: bigint;
  /** The most that a transaction may cost in fees, in wei, where the node says what it costs. */
  readonly maxFee: bigint;
  /** The methods that the node lacks, and when it was asked for them last. */
  readonly lacking: Map<string, number>;
  /** Rejects if the node has not caught up with its chain: what it says about nonces is old then. */
  requireSynced(options?: EvmCallOptions): Promise<void>;
  /**
   * How many transactions an account has sent, also up to a block: `pending` counts those that wait in the node too. Nodes reject with
   * REFUSED if they have dropped the state of the block.
   */
  transactionCount(address: string, block: 'pending' | 'latest' | bigint, options?: EvmCallOptions): Promise<bigint>;
  fees(options?: EvmCallOptions): Promise<EvmFees>;
  /** Rejects with REVERTED if the call would fail. */
  estimateGas(call: EvmCall, options?: EvmCallOptions): Promise<bigint>;
  /** What a call returns, as hex. Rejects with REVERTED if it fails. */
  call(call: EvmCall, block?: BlockTag, options?: EvmCallOptions): Promise<string>;
  /** The code of an account, as hex; `0x` if it has none. */
  code(address: string, options?: EvmCallOptions): Promise<string>;
  /** Hands a signed transaction to the node. The same transaction may be sent again. */
  send(rawTransaction: string, options?: EvmCallOptions): Promise<SendOutcome>;
  /** Whether the node knows the transaction, in a block or waiting. */
  knows(transactionHash: string, options?: EvmCallOptions): Promise<boolean>;
  /** The receipt of a transaction that is in a block. */
  receipt(transactionHash: string, options?: EvmCallOptions): Promise<EvmReceipt | undefined>;
  /** A block without its transactions; undefined if there is none with this number yet. */
  block(block: BlockTag, options?: EvmCallOptions): Promise<EvmBlock | undefined>;
  /**
   * Calls any other method. The answer is as the node gave it: it has to be parsed.
   *
   * @param options.maxBytes How long the answer may be.
   */
  request(
    method: string,
    params: readonly unknown[],
    options?: EvmCallOptions & { readonly maxBytes?: number },
  ): Promise<unknown>;
}
