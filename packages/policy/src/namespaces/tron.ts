import type { TronContract, TronPermission, TronTransaction } from '@mintmark/chains/tron';
import type { Struct } from '../values/value.ts';
import { hex, hexOfLength, tronAddress, wordOf } from './forms.ts';
import { bool, field, int, listOf, structOf, text, textOf } from './types.ts';

const permission = structOf('TronPermission', {
  type: field(textOf(wordOf('a permission type', ['Owner', 'Witness', 'Active'])), 'Owner, Witness or Active.'),
  id: field(int, 'The number of the permission.'),
  permission_name: field(text, 'The name of the permission.'),
  threshold: field(int, 'The total weight that the signing keys need.'),
  parent_id: field(int, 'The number of the parent permission.'),
  operations: field(
    textOf(hex),
    'The contract types that are allowed, as bits in hex. Empty unless the type is Active.',
  ),
  keys: field(
    listOf(
      structOf('TronKey', {
        address: field(textOf(tronAddress), 'The address of the key.'),
        weight: field(int, 'The weight of its signature.'),
      }),
    ),
    'The keys that may sign.',
  ),
});

const contract = structOf('TronContract', {
  type: field(
    textOf(
      wordOf('a contract type', [
        'TransferContract',
        'TriggerSmartContract',
        'DelegateResourceContract',
        'UnDelegateResourceContract',
        'FreezeBalanceV2Contract',
        'UnfreezeBalanceV2Contract',
        'AccountPermissionUpdateContract',
      ]),
    ),
    'What the contract does. It decides which of the other fields there are.',
  ),
  permission_id: field(int, 'The permission of the owner that signs: 0 for the owner permission.'),
  owner_address: field(textOf(tronAddress), 'The account that acts.'),
  to_address: field(textOf(tronAddress), 'The account that receives. In TransferContract.'),
  amount: field(int, 'The amount in sun. In TransferContract.'),
  contract_address: field(textOf(tronAddress), 'The smart contract that is called. In TriggerSmartContract.'),
  call_value: field(int, 'The sun sent to the smart contract. In TriggerSmartContract.'),
  data: field(textOf(hex), 'The encoded call in hex without 0x. In TriggerSmartContract.'),
  call_token_value: field(int, 'The amount of the TRC-10 token that is sent. In TriggerSmartContract.'),
  token_id: field(int, 'The TRC-10 token that is sent, 0 for none. In TriggerSmartContract.'),
  resource: field(
    textOf(wordOf("'ENERGY' or 'BANDWIDTH'", ['ENERGY', 'BANDWIDTH'])),
    'ENERGY or BANDWIDTH. In the four contracts about resources.',
  ),
  balance: field(
    int,
    'The sun whose resource is delegated. In DelegateResourceContract and UnDelegateResourceContract.',
  ),
  receiver_address: field(
    textOf(tronAddress),
    'The account that has the delegated resource. In DelegateResourceContract and UnDelegateResourceContract.',
  ),
  lock: field(bool, 'Whether the delegation is locked. In DelegateResourceContract.'),
  lock_period: field(int, 'For how many blocks it is locked. In DelegateResourceContract.'),
  frozen_balance: field(int, 'The sun to stake. In FreezeBalanceV2Contract.'),
  unfreeze_balance: field(int, 'The sun to unstake. In UnfreezeBalanceV2Contract.'),
  owner: field(permission, 'The new owner permission. In AccountPermissionUpdateContract.'),
  witness: field(permission, 'The new witness permission, if there is one. In AccountPermissionUpdateContract.'),
  actives: field(listOf(permission), 'The new active permissions. In AccountPermissionUpdateContract.'),
});

export const tronTx = field(
  structOf('TronTransaction', {
    ref_block_bytes: field(
      textOf(hexOfLength('two bytes in hex', 2)),
      'The end of the number of a recent block, in hex.',
    ),
    ref_block_hash: field(
      textOf(hexOfLength('eight bytes in hex', 8)),
      'The middle of the hash of that block, in hex.',
    ),
    expiration: field(int, 'When it expires, in milliseconds since 1970.'),
    timestamp: field(int, 'When it was created, in milliseconds since 1970.'),
    data: field(textOf(hex), 'A memo in hex, empty if there is none.'),
    fee_limit: field(int, 'The max cost of a smart contract call, in sun.'),
    contract: field(listOf(contract), 'What the transaction does: exactly one contract.'),
  }),
  'The TRON transaction to sign.',
);

/** A TRON transaction, as policies see it. */
export const tronTxOf = (transaction: TronTransaction): Struct => ({
  ref_block_bytes: transaction.refBlockBytes,
  ref_block_hash: transaction.refBlockHash,
  expiration: transaction.expiration,
  timestamp: transaction.timestamp,
  data: transaction.data,
  fee_limit: transaction.feeLimit,
  contract: transaction.contract.map(contractOf),
});

const contractOf = (contract: TronContract): Struct => ({
  type: contract.type,
  permission_id: BigInt(contract.permissionId),
  owner_address: contract.ownerAddress,
  ...parametersOf(contract),
});

function parametersOf(contract: TronContract): Struct {
  switch (contract.type) {
    case 'TransferContract':
      return { to_address: contract.toAddress, amount: contract.amount };
    case 'TriggerSmartContract':
      return {
        contract_address: contract.contractAddress,
        call_value: contract.callValue,
        data: contract.data,
        call_token_value: contract.callTokenValue,
        token_id: contract.tokenId,
      };
    case 'DelegateResourceContract':
      return {
        resource: contract.resource,
        balance: contract.balance,
        receiver_address: contract.receiverAddress,
        lock: contract.lock,
        lock_period: contract.lockPeriod,
      };
    case 'UnDelegateResourceContract':
      return {
        resource: contract.resource,
        balance: contract.balance,
        receiver_address: contract.receiverAddress,
      };
    case 'FreezeBalanceV2Contract':
      return { resource: contract.resource, frozen_balance: contract.frozenBalance };
    case 'UnfreezeBalanceV2Contract':
      return { resource: contract.resource, unfreeze_balance: contract.unfreezeBalance };
    case 'AccountPermissionUpdateContract':
      return {
        owner: permissionOf(contract.owner),
        witness: contract.witness && permissionOf(contract.witness),
        actives: contract.actives.map(permissionOf),
      };
  }
}

const permissionOf = ({ type, id, permissionName, threshold, parentId, operations, keys }: TronPermission): Struct => ({
  type,
  id: BigInt(id),
  permission_name: permissionName,
  threshold,
  parent_id: BigInt(parentId),
  operations,
  keys: keys.map(({ address, weight }) => ({ address, weight })),
});
