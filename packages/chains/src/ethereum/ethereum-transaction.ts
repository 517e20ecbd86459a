/** An address that a transaction announces to use, and storage keys of it (EIP-2930). The chain allows duplicates and any order. */
export interface AccessListEntry {
  readonly address: string;
  readonly storageKeys: readonly string[];
}

/** What an account signed to run the code of another address as its own (EIP-7702). The account is the one that the signature recovers to. */
export interface SignedAuthorization {
  /** The chain that it is for, or 0 for every chain. */
  readonly chainId: bigint;
  /** Whose code it is. The zero address removes the code. */
  readonly address: string;
  /** The nonce of the account that signed. */
  readonly nonce: bigint;
  readonly yParity: 0 | 1;
  readonly r: bigint;
  readonly s: bigint;
}

/** What every transaction has. Addresses and bytes are hexadecimal, lower-case, and begin with 0x; amounts are in wei. */
interface AnyTransaction {
  readonly nonce: bigint;
  /** The most that a unit of gas costs: `maxFeePerGas` where the transaction has that. */
  readonly gasPrice: bigint;
  /** The limit of gas. */
  readonly gas: bigint;
  /** Null creates a contract. */
  readonly to: string | null;
  readonly value: bigint;
  readonly data: string;
}

interface TypedTransaction extends AnyTransaction {
  readonly chainId: bigint;
  readonly accessList: readonly AccessListEntry[];
}

interface FeeMarketTransaction extends TypedTransaction {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export interface LegacyTransaction extends AnyTransaction {
  readonly type: 'LEGACY';
  /** Absent before EIP-155: such a transaction is valid on every chain. */
  readonly chainId?: bigint;
}

/** EIP-2930. */
export interface AccessListTransaction extends TypedTransaction {
  readonly type: 'TYPE_1';
}

/** EIP-1559. */
export interface DynamicFeeTransaction extends FeeMarketTransaction {
  readonly type: 'TYPE_2';
}

/** EIP-4844, without the blobs themselves. */
export interface BlobTransaction extends FeeMarketTransaction {
  readonly type: 'TYPE_3';
  readonly to: string;
  readonly maxFeePerBlobGas: bigint;
  readonly blobVersionedHashes: readonly string[];
}

/** EIP-7702. */
export interface SetCodeTransaction extends FeeMarketTransaction {
  readonly type: 'TYPE_4';
  readonly to: string;
  readonly authorizations: readonly SignedAuthorization[];
}

/** What an Ethereum transaction does. The sender is not part of it: it is the address of the key that signs. */
export type EthereumTransaction =
  | LegacyTransaction
  | AccessListTransaction
  | DynamicFeeTransaction
  | BlobTransaction
  | SetCodeTransaction;
