/** The unsigned part of a transaction: `Transaction.raw` of TRON's protocol. Amounts are in sun, a millionth of a TRX. */
export interface TronTransaction {
  /** The last two bytes of the number of a recent block, in hex. */
  readonly refBlockBytes: string;
  /** The middle eight bytes of the hash of that block, in hex. */
  readonly refBlockHash: string;
  /** When it expires, in milliseconds since 1970; 0 if it does not say. */
  readonly expiration: bigint;
  /** A memo, in hex without 0x; empty if there is none. */
  readonly data: string;
  /** What the transaction does. The protocol has a list here, but accepts only one. */
  readonly contract: readonly [TronContract];
  /** When it was made, in milliseconds since 1970; 0 if it does not say. */
  readonly timestamp: bigint;
  /** The most that a call of a smart contract may cost; 0 if it does not say. */
  readonly feeLimit: bigint;
}

/** What a transaction does, by its type. */
export type TronContract<Type extends TronContractType = TronContractType> = {
  readonly [Each in Type]: TronContractBase<Each> & TronParameters[Each];
}[Type];

export type TronContractType = keyof TronParameters;

interface TronContractBase<Type> {
  readonly type: Type;
  /** The permission of the owner's account that the signatures are counted for: 0 is that of its owner. */
  readonly permissionId: number;
}

/** The parameters of each supported type. Addresses are in base58check, as people know them. */
export interface TronParameters {
  readonly TransferContract: TransferParameters;
  readonly TriggerSmartContract: TriggerParameters;
  readonly AccountPermissionUpdateContract: PermissionUpdateParameters;
  readonly FreezeBalanceV2Contract: FreezeParameters;
  readonly UnfreezeBalanceV2Contract: UnfreezeParameters;
  readonly DelegateResourceContract: DelegateParameters;
  readonly UnDelegateResourceContract: UndelegateParameters;
}

interface OwnerParameters {
  /** The account that acts. Its permissions, which only the chain knows, say which keys may sign for it. */
  readonly ownerAddress: string;
}

interface TransferParameters extends OwnerParameters {
  readonly toAddress: string;
  readonly amount: bigint;
}

interface TriggerParameters extends OwnerParameters {
  readonly contractAddress: string;
  /** How many sun are sent to the smart contract. */
  readonly callValue: bigint;
  /** The encoded call, in hex without 0x: the first eight digits select the function. */
  readonly data: string;
  /** How much of a TRC-10 token is sent to the smart contract. */
  readonly callTokenValue: bigint;
  /** The TRC-10 token; 0 for none. */
  readonly tokenId: bigint;
}

export type TronResource = 'BANDWIDTH' | 'ENERGY';

interface FreezeParameters extends OwnerParameters {
  readonly frozenBalance: bigint;
  readonly resource: TronResource;
}

interface UnfreezeParameters extends OwnerParameters {
  readonly unfreezeBalance: bigint;
  readonly resource: TronResource;
}

interface UndelegateParameters extends OwnerParameters {
  readonly resource: TronResource;
  readonly balance: bigint;
  readonly receiverAddress: string;
}

interface DelegateParameters extends UndelegateParameters {
  readonly lock: boolean;
  /** For how many blocks the delegation is locked; 0 is the chain's default. */
  readonly lockPeriod: bigint;
}

interface PermissionUpdateParameters extends OwnerParameters {
  readonly owner: TronPermission;
  /** Only accounts that produce blocks have it. */
  readonly witness: TronPermission | undefined;
  readonly actives: readonly TronPermission[];
}

export type TronPermissionType = 'Owner' | 'Witness' | 'Active';

/** Which keys may sign, with how much weight together. */
export interface TronPermission {
  readonly type: TronPermissionType;
  readonly id: number;
  readonly permissionName: string;
  /** The total weight that the signing keys need. */
  readonly threshold: bigint;
  readonly parentId: number;
  /** The contract types that are allowed, in hex: bit n of the 32 bytes, counted from the lowest bit of each byte, is type n. Only of active permissions. */
  readonly operations: string;
  readonly keys: readonly TronPermissionKey[];
}

export interface TronPermissionKey {
  readonly address: string;
  readonly weight: bigint;
}
