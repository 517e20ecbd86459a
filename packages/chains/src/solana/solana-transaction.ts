/** What a Solana transaction does. Keys and hashes are in base58. */
export interface SolanaTransaction {
  readonly version: 'legacy' | 0;
  /** The accounts that are named in full. The first one pays the fee. */
  readonly accountKeys: readonly string[];
  /** The programs that the instructions call, each once. */
  readonly programKeys: readonly string[];
  readonly instructions: readonly SolanaInstruction[];
  /** What instructions of the System Program transfer: Transfer and TransferWithSeed, but not the funds of a new account. */
  readonly transfers: readonly SolanaTransfer[];
  /** What instructions of a token program transfer, also in a batch: Transfer, TransferChecked, TransferCheckedWithFee. */
  readonly splTransfers: readonly SplTransfer[];
  /** The hash of a recent block, or the value of a nonce account. */
  readonly recentBlockhash: string;
  readonly addressTableLookups: readonly AddressTableLookup[];
}

export interface SolanaInstruction {
  readonly programKey: string;
  /** In the order of the instruction, which may name an account more than once. */
  readonly accounts: readonly SolanaAccount[];
  /** Hexadecimal, without 0x. */
  readonly dataHex: string;
  /** Where the looked-up ones among its accounts are found, in the same order. */
  readonly addressTableLookups: readonly LookedUpAccount[];
}

export interface SolanaAccount {
  /** `ADDRESS_TABLE_LOOKUP` if only the chain knows the account. */
  readonly accountKey: string;
  readonly signer: boolean;
  /** As the transaction asks for it: the runtime never lets programs and system variables be written. */
  readonly writable: boolean;
}

/** A place in an address look-up table. */
export interface LookedUpAccount {
  readonly addressTableKey: string;
  readonly index: number;
  readonly writable: boolean;
}

export interface SolanaTransfer {
  readonly from: string;
  readonly to: string;
  /** In lamports. */
  readonly amount: bigint;
}

export interface SplTransfer {
  /** The token account that pays. */
  readonly from: string;
  /** The token account that receives. */
  readonly to: string;
  /** In the smallest unit of the token. */
  readonly amount: bigint;
  /** The owner of the paying account or its delegate: a key or a multisig account. */
  readonly owner: string;
  /** The accounts that sign for a multisig owner. Accounts that the transaction lists there without a signature are left out. */
  readonly signers: readonly string[];
  /** Absent if the instruction is an unchecked Transfer, which does not name the mint. */
  readonly tokenMint: string | undefined;
}

/** What is taken from one address look-up table. */
export interface AddressTableLookup {
  readonly addressTableKey: string;
  readonly writableIndexes: readonly number[];
  readonly readonlyIndexes: readonly number[];
}
