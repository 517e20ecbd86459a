import { invalidTransaction } from '../chain-error.ts';
import { messageOf, required, scalar } from './message-codec.ts';
import { parameterCodecs } from './parameter-codecs.ts';
import type { TronContract, TronContractType } from './tron-transaction.ts';
import { bytes, int32, text, type ValueCodec } from './value-codecs.ts';

/** The numbers of the supported types (`ContractType` of TRON's protocol). */
const typeNumbers: Readonly<Record<TronContractType, number>> = {
  TransferContract: 1,
  TriggerSmartContract: 31,
  AccountPermissionUpdateContract: 46,
  FreezeBalanceV2Contract: 54,
  UnfreezeBalanceV2Contract: 55,
  DelegateResourceContract: 57,
  UnDelegateResourceContract: 58,
};

const types = new Map((Object.keys(typeNumbers) as TronContractType[]).map((type) => [typeNumbers[type], type]));

const typeUrl = (type: TronContractType) => `type.googleapis.com/protocol.${type}`;

interface Envelope {
  readonly type: number;
  readonly parameter: { readonly typeUrl: string; readonly value: Uint8Array };
  readonly permissionId: number;
}

const envelope = messageOf<Envelope>({
  type: scalar(1, int32, 0),
  parameter: required(2, messageOf<Envelope['parameter']>({ typeUrl: required(1, text), value: required(2, bytes) })),
  permissionId: scalar(5, int32, 0),
});

/** What a transaction does. Its type is written twice, as a number and as the name of its parameters, and both have to agree. */
export const contractCodec: ValueCodec<TronContract> = {
  read(value, path) {
    const { type: number, parameter, permissionId } = envelope.read(value, path);
    const type = types.get(number);
    if (!type) throw invalidTransaction(`contract type ${number} is not supported`);
    if (parameter.typeUrl !== typeUrl(type))
      throw invalidTransaction(`${path}.type is ${type}, but ${path}.parameter.type_url is not ${typeUrl(type)}`);
    return readContract(type, parameter.value, permissionId, `${path}.parameter.value`);
  },
  write: writeContract,
};

function readContract<Type extends TronContractType>(
  type: Type,
  parameters: Uint8Array,
  permissionId: number,
  path: string,
): TronContract<Type> {
  return { type, permissionId, ...parameterCodecs[type].read(parameters, path) };
}

function writeContract<Type extends TronContractType>(contract: TronContract<Type>) {
  const { type, permissionId } = contract;
  const value = parameterCodecs[type].write(contract);
  return envelope.write({ type: typeNumbers[type], parameter: { typeUrl: typeUrl(type), value }, permissionId });
}
