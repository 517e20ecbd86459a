import type { OutputType } from './output-script.ts';

/** What a Bitcoin transaction does. Amounts are in satoshis. */
export interface BitcoinTransaction {
  /** From 0 to 2^32 - 1. */
  readonly version: number;
  readonly inputs: readonly BitcoinInput[];
  readonly outputs: readonly BitcoinOutput[];
  /** When the transaction becomes valid: a block height, or a Unix time. */
  readonly locktime: { readonly amount: number; readonly type: 'Blocks' | 'Seconds' };
  /**
   * What the inputs hold more than the outputs. Undefined if a signature could be valid for another fee: the PSBT has to have every
   * previous transaction, or each signature has to cover the amounts of all inputs.
   */
  readonly fee: bigint | undefined;
}

interface BitcoinInput {
  /** The transaction whose output is spent, in hex, in the order of bytes in which people are shown it. */
  readonly txId: string;
  readonly vout: number;
  readonly sequence: number;
}

export interface BitcoinOutput {
  readonly value: bigint;
  /** In hex. */
  readonly scriptPubkey: string;
  /** Undefined if the script has no address in one of our formats, for example if it only carries data. */
  readonly address: string | undefined;
  readonly addressType: OutputType | undefined;
}
