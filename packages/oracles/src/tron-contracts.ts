import { TronWeb } from 'tronweb';
import type {
  TronContract,
  TronContractType,
  TronParameters,
  TronPermission,
  TronPermissionType,
  TronTransaction,
} from '../../chains/src/tron/tron-transaction.ts';

/** Returns a number from 0 to below `limit`. */
export type Below = (limit: number) => number;

/** A pseudorandom generator with a seed (mulberry32). */
export function seeded(seed: number): Below {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

const hex = (below: Below, length: number): string =>
  Buffer.from(Array.from({ length }, () => below(256))).toString('hex');
const pick = <Item>(below: Below, ...items: readonly Item[]): Item => items[below(items.length)] as Item;
const address = (below: Below): string => TronWeb.address.fromHex(`41${hex(below, 20)}`);
const resource = (below: Below) => pick(below, 'BANDWIDTH', 'ENERGY');

/** Of every length in bytes, and often zero. The library takes numbers of JavaScript, so 53 bits are the most. */
const int64 = (below: Below): bigint =>
  (BigInt(below(2 ** 26)) * 2n ** 27n + BigInt(below(2 ** 27))) / 2n ** BigInt(below(60));

const permission = (below: Below, type: TronPermissionType): TronPermission => ({
  type,
  id: below(10),
  permissionName: pick(below, '', 'owner', 'Käse 🧀', 'x'.repeat(32)),
  threshold: int64(below),
  parentId: below(2) * below(2 ** 31),
  operations: type === 'Active' ? hex(below, 32) : '',
  keys: Array.from({ length: below(6) }, () => ({ address: address(below), weight: int64(below) })),
});

/** Random parameters of each type. */
export const randomParameters: { readonly [Type in TronContractType]: (below: Below) => TronParameters[Type] } = {
  TransferContract: (below) => ({ ownerAddress: address(below), toAddress: address(below), amount: int64(below) }),
  TriggerSmartContract: (below) => ({
    ownerAddress: address(below),
    contractAddress: address(below),
    callValue: int64(below),
    data: hex(below, pick(below, 0, 4, 68, below(300))),
    callTokenValue: int64(below),
    tokenId: int64(below),
  }),
  AccountPermissionUpdateContract: (below) => ({
    ownerAddress: address(below),
    owner: permission(below, 'Owner'),
    witness: pick(below, undefined, permission(below, 'Witness')),
    actives: Array.from({ length: pick(below, 0, 1, 2, 8) }, () => permission(below, 'Active')),
  }),
  FreezeBalanceV2Contract: (below) => ({
    ownerAddress: address(below),
    frozenBalance: int64(below),
    resource: resource(below),
  }),
  UnfreezeBalanceV2Contract: (below) => ({
    ownerAddress: address(below),
    unfreezeBalance: int64(below),
    resource: resource(below),
  }),
  DelegateResourceContract: (below) => ({
    ownerAddress: address(below),
    resource: resource(below),
    balance: int64(below),
    receiverAddress: address(below),
    lock: pick(below, true, false),
    lockPeriod: int64(below),
  }),
  UnDelegateResourceContract: (below) => ({
    ownerAddress: address(below),
    resource: resource(below),
    balance: int64(below),
    receiverAddress: address(below),
  }),
};

/** A random transaction of a type. */
export const randomTransaction = (type: TronContractType, below: Below): TronTransaction => ({
  refBlockBytes: hex(below, 2),
  refBlockHash: hex(below, 8),
  expiration: int64(below),
  data: hex(below, pick(below, 0, below(40))),
  contract: [randomContract(type, below)],
  timestamp: int64(below),
  feeLimit: int64(below),
});

const randomContract = <Type extends TronContractType>(type: Type, below: Below): TronContract<Type> => ({
  type,
  permissionId: pick(below, 0, 2, below(2 ** 31)),
  ...randomParameters[type](below),
});

/** The JSON of a transaction as nodes and the library have it. */
export function jsonOf({ contract: [{ type, permissionId, ...parameters }], ...raw }: TronTransaction) {
  const parameter = { type_url: `type.googleapis.com/protocol.${type}`, value: snakeCase(parameters) };
  const contract = { type, parameter, ...(permissionId && { Permission_id: permissionId }) };
  return { visible: false, raw_data: { ...(snakeCase(raw) as object), contract: [contract] } };
}

function snakeCase(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(snakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [nameOf(name), snakeCase(member)]));
}

/** The library has one name in camel case. */
const nameOf = (name: string) =>
  name === 'parentId' ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
