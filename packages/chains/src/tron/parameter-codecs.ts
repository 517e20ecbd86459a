import { invalidTransaction } from '../chain-error.ts';
import { type MessageCodec, messageOf, optional, repeated, required, scalar } from './message-codec.ts';
import type {
  TronContractType,
  TronParameters,
  TronPermission,
  TronPermissionKey,
  TronPermissionType,
  TronResource,
} from './tron-transaction.ts';
import { address, bool, enumOf, hex, int32, int64, text, type ValueCodec } from './value-codecs.ts';

// The chain refuses more. They also bound the time, because each key has an address with a checksum.
const maxActives = 8;
const maxKeys = 5;
const maxNameCharacters = 32;
const operationsDigits = 64;

const amount = (number: number) => scalar(number, int64, 0n);
const resource = (number: number) => scalar(number, enumOf<TronResource>('BANDWIDTH', 'ENERGY'), 'BANDWIDTH');
const ownerAddress = required(1, address);

const anyPermission = messageOf<TronPermission>({
  type: scalar(1, enumOf<TronPermissionType>('Owner', 'Witness', 'Active'), 'Owner'),
  id: scalar(2, int32, 0),
  permissionName: scalar(3, text, ''),
  threshold: scalar(4, int64, 0n),
  parentId: scalar(5, int32, 0),
  operations: scalar(6, hex, ''),
  keys: repeated(
    7,
    messageOf<TronPermissionKey>({ address: required(1, address), weight: scalar(2, int64, 0n) }),
    maxKeys,
  ),
});

/** A permission of the type that belongs at its place. */
const permissionOf = (type: TronPermissionType): ValueCodec<TronPermission> => ({
  read(value, path) {
    const permission = anyPermission.read(value, path);
    const { permissionName, operations, keys } = permission;
    if (permission.type !== type) throw invalidTransaction(`${path}.type must be ${type}`);
    if (permissionName.length > maxNameCharacters)
      throw invalidTransaction(`${path}.permission_name has more than ${maxNameCharacters} characters`);
    if (operations.length !== (type === 'Active' ? operationsDigits : 0))
      throw invalidTransaction(`${path}.operations must have 32 bytes in active permissions and none in others`);
    if (new Set(keys.map((key) => key.address)).size < keys.length)
      throw invalidTransaction(`${path}.keys has an address twice`);
    return permission;
  },
  write: anyPermission.write,
});

/** How the parameters of each type are encoded (java-tron's protocol, core/contract). */
export const parameterCodecs: { readonly [Type in TronContractType]: MessageCodec<TronParameters[Type]> } = {
  TransferContract: messageOf({ ownerAddress, toAddress: required(2, address), amount: amount(3) }),
  TriggerSmartContract: messageOf({
    ownerAddress,
    contractAddress: required(2, address),
    callValue: amount(3),
    data: scalar(4, hex, ''),
    callTokenValue: amount(5),
    tokenId: amount(6),
  }),
  AccountPermissionUpdateContract: messageOf({
    ownerAddress,
    owner: required(2, permissionOf('Owner')),
    witness: optional(3, permissionOf('Witness')),
    actives: repeated(4, permissionOf('Active'), maxActives),
  }),
  FreezeBalanceV2Contract: messageOf({ ownerAddress, frozenBalance: amount(2), resource: resource(3) }),
  UnfreezeBalanceV2Contract: messageOf({ ownerAddress, unfreezeBalance: amount(2), resource: resource(3) }),
  DelegateResourceContract: messageOf({
    ownerAddress,
    resource: resource(2),
    balance: amount(3),
    receiverAddress: required(4, address),
    lock: scalar(5, bool, false),
    lockPeriod: amount(6),
  }),
  UnDelegateResourceContract: messageOf({
    ownerAddress,
    resource: resource(2),
    balance: amount(3),
    receiverAddress: required(4, address),
  }),
};
