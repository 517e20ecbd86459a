import type {
  Authorization,
  ContractCall,
  DynamicFeeTransaction,
  EthereumTransaction,
  TypedData,
  TypedStruct,
  TypedValue,
} from '@mintmark/chains/ethereum';
import type { Struct, Value } from '../values/value.ts';
import { ethereumAddress, prefixedHex, wordOf } from './forms.ts';
import { once } from './once.ts';
import { any, field, int, mapOf, structOf, text, textOf } from './types.ts';

export const ethTx = field(
  structOf('EthereumTransaction', {
    from: field(textOf(ethereumAddress), 'The address of the key that signs.'),
    to: field(textOf(ethereumAddress), 'The recipient or the contract. Missing if a contract is created.'),
    data: field(textOf(prefixedHex), 'The call data in hex with 0x: data[0..10] is the function selector.'),
    value: field(int, 'The amount in wei.'),
    gas: field(int, 'The gas limit.'),
    gas_price: field(int, 'The max price of a unit of gas, in wei: max_fee_per_gas if the transaction has it.'),
    chain_id: field(int, 'The chain. Missing in a legacy transaction that is valid on every chain.'),
    nonce: field(int, 'The nonce.'),
    max_fee_per_gas: field(int, 'The max price of a unit of gas, in wei. In types 2 to 4.'),
    max_priority_fee_per_gas: field(int, 'The max tip for the block producer, in wei. In types 2 to 4.'),
    max_fee_per_blob_gas: field(int, 'The max price of a unit of blob gas, in wei. In type 3.'),
    type: field(
      textOf(wordOf('a transaction type', ['LEGACY', 'TYPE_1', 'TYPE_2', 'TYPE_3', 'TYPE_4'])),
      'LEGACY, TYPE_1 (EIP-2930), TYPE_2 (EIP-1559), TYPE_3 (EIP-4844) or TYPE_4 (EIP-7702).',
    ),
    function_name: field(
      text,
      'The function that is called. Missing unless an interface is stored for the address in to, and data is exactly a call of it.',
    ),
    function_signature: field(
      text,
      'The function with the types of its arguments, such as transfer(address,uint256). Missing whenever function_name is.',
    ),
    contract_call_args: field(
      mapOf(any),
      'The named arguments of the call. Addresses and bytes are lower-case hex with 0x, tuples are lists. Missing whenever function_name is.',
    ),
  }),
  'The Ethereum transaction to sign.',
);

export const ethEip712 = field(
  structOf('TypedData', {
    primary_type: field(text, 'The type of the message.'),
    domain: field(
      structOf('TypedDataDomain', {
        name: field(text, 'The name of the app or contract. Missing if the domain has none.'),
        version: field(text, 'The version of the app or contract. Missing if the domain has none.'),
        chain_id: field(int, 'The chain. Missing if the domain has none.'),
        verifying_contract: field(
          textOf(ethereumAddress),
          'The contract that verifies the signature. Missing if the domain has none.',
        ),
      }),
      'What the signature is for.',
    ),
    message: field(
      mapOf(any),
      "The members of the message, such as message['details']['amount']. Addresses and bytes are lower-case hex with 0x.",
    ),
  }),
  'The EIP-712 typed data to sign.',
);

export const ethEip7702Authorization = field(
  structOf('SetCodeAuthorization', {
    address: field(textOf(ethereumAddress), 'The contract whose code the account will run.'),
    chain_id: field(int, 'The chain, 0 for every chain.'),
    nonce: field(int, 'The nonce of the account.'),
  }),
  'The EIP-7702 authorization to sign.',
);

interface EthereumDetails {
  /** The address of the key that signs, in lower case. */
  readonly from: () => string;
  /** What the data means, if that is known. */
  readonly call: () => ContractCall | undefined;
}

/** A transaction before what its sender left open is filled in. */
export type OpenTransaction = Pick<DynamicFeeTransaction, 'type' | 'to' | 'value' | 'data' | 'chainId'> &
  Partial<Omit<DynamicFeeTransaction, 'accessList'>>;

/** An Ethereum transaction, as policies see it. What is still open is missing. */
export function ethTxOf(transaction: EthereumTransaction | OpenTransaction, { from, call }: EthereumDetails): Struct {
  const sender = once(from);
  const called = once(call);
  const hasFees = 'maxFeePerGas' in transaction;
  return {
    get from() {
      return sender();
    },
    to: transaction.to ?? undefined,
    data: transaction.data,
    value: transaction.value,
    gas: transaction.gas,
    gas_price: transaction.gasPrice,
    chain_id: transaction.chainId,
    nonce: transaction.nonce,
    max_fee_per_gas: hasFees ? transaction.maxFeePerGas : undefined,
    max_priority_fee_per_gas: hasFees ? transaction.maxPriorityFeePerGas : undefined,
    max_fee_per_blob_gas: transaction.type === 'TYPE_3' ? transaction.maxFeePerBlobGas : undefined,
    type: transaction.type,
    get function_name() {
      return called()?.functionName;
    },
    get function_signature() {
      return called()?.functionSignature;
    },
    get contract_call_args() {
      return called()?.arguments;
    },
  };
}

/** Typed data, as policies see it. */
export function ethEip712Of({ primaryType, domain, message }: TypedData): Struct {
  const shownMessage = once(() => mapOfStruct(message));
  return {
    primary_type: primaryType,
    // Typed data can only have the standard members in its domain, with the standard types.
    domain: {
      name: domain['name'] as string | undefined,
      version: domain['version'] as string | undefined,
      chain_id: domain['chainId'] as bigint | undefined,
      verifying_contract: domain['verifyingContract'] as string | undefined,
    },
    get message() {
      return shownMessage();
    },
  };
}

const mapOfStruct = (struct: TypedStruct): ReadonlyMap<string, Value> =>
  new Map(Object.entries(struct).map(([name, value]) => [name, shownValue(value)]));

function shownValue(value: TypedValue): Value {
  if (Array.isArray(value)) return value.map(shownValue);
  return typeof value === 'object' ? mapOfStruct(value as TypedStruct) : value;
}

/** An authorization, as policies see it. */
export const ethEip7702AuthorizationOf = ({ address, chainId, nonce }: Authorization): Struct => ({
  address,
  chain_id: chainId,
  nonce,
});
