import type { EthereumTransaction } from '@mintmark/chains/ethereum';
import { encodeBase58check } from '@mintmark/chains/src/addresses/base58check';
import type { TronContract } from '@mintmark/chains/tron';
import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import type { Type } from '../values/type.ts';
import type { Struct, Value } from '../values/value.ts';
import { approver, credential } from './approvers.ts';
import { bitcoinTxOf } from './bitcoin.ts';
import { ethEip712Of, ethEip7702AuthorizationOf, ethTxOf } from './ethereum.ts';
import { privateKeyOf, walletAccountOf, walletOf } from './keys.ts';
import { conditionScope, consensusScope, timeScope } from './scopes.ts';
import { solanaTxOf } from './solana.ts';
import { timeOf } from './time.ts';
import { tronTxOf } from './tron.ts';

const id = '0198f3a0-0000-7000-8000-00000000000a';
const to = `0x${'ab'.repeat(20)}`;
const key = base58.encode(new Uint8Array(32).fill(7));
const tronAddress = encodeBase58check(0x41, new Uint8Array(20));
const names = { id, name: 'Main', imported: true, exported: false };

const common = { nonce: 1n, gasPrice: 2n, gas: 3n, to, value: 4n, data: '0xabcd', chainId: 5n };
const fees = { ...common, accessList: [], maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };
const ethereum: readonly EthereumTransaction[] = [
  { type: 'LEGACY', ...common },
  { type: 'TYPE_1', ...common, accessList: [] },
  { type: 'TYPE_2', ...fees, to: null },
  { type: 'TYPE_3', ...fees, maxFeePerBlobGas: 6n, blobVersionedHashes: [] },
  { type: 'TYPE_4', ...fees, authorizations: [] },
];
const call = { functionName: 'pause', functionSignature: 'pause(bool)', arguments: new Map([['x', true]]) };

const permission = {
  id: 2,
  permissionName: 'owner',
  threshold: 1n,
  parentId: 0,
  operations: 'ff',
  keys: [{ address: tronAddress, weight: 1n }],
};
const resource = 'ENERGY' as const;
const base = { permissionId: 0, ownerAddress: tronAddress };
const tron: readonly TronContract[] = [
  { type: 'TransferContract', ...base, toAddress: tronAddress, amount: 1n },
  {
    type: 'TriggerSmartContract',
    ...base,
    contractAddress: tronAddress,
    callValue: 1n,
    data: 'ab',
    callTokenValue: 1n,
    tokenId: 1n,
  },
  { type: 'FreezeBalanceV2Contract', ...base, frozenBalance: 1n, resource },
  { type: 'UnfreezeBalanceV2Contract', ...base, unfreezeBalance: 1n, resource },
  {
    type: 'DelegateResourceContract',
    ...base,
    resource,
    balance: 1n,
    receiverAddress: tronAddress,
    lock: true,
    lockPeriod: 1n,
  },
  { type: 'UnDelegateResourceContract', ...base, resource, balance: 1n, receiverAddress: tronAddress },
  {
    type: 'AccountPermissionUpdateContract',
    ...base,
    owner: { type: 'Owner', ...permission },
    witness: { type: 'Witness', ...permission },
    actives: [{ type: 'Active', ...permission }],
  },
];

const place = { addressTableKey: key, index: 1, writable: true };
const solana = solanaTxOf(
  {
    version: 0,
    accountKeys: [key],
    programKeys: [key],
    instructions: [
      {
        programKey: key,
        accounts: [{ accountKey: 'ADDRESS_TABLE_LOOKUP', signer: false, writable: true }],
        dataHex: 'ab',
        addressTableLookups: [place, { ...place, index: 2, writable: false }],
      },
    ],
    transfers: [{ from: key, to: key, amount: 1n }],
    splTransfers: [
      { from: key, to: key, amount: 1n, owner: key, signers: [key], tokenMint: key },
      { from: key, to: key, amount: 1n, owner: key, signers: [], tokenMint: undefined },
    ],
    recentBlockhash: key,
    addressTableLookups: [{ addressTableKey: key, writableIndexes: [1], readonlyIndexes: [2] }],
  },
  () => ({ instructionName: 'act', discriminator: 'ab', accounts: new Map([['a', key]]), arguments: new Map() }),
);

/** Values of each namespace that together have all of its fields. */
const samples: Readonly<Record<string, readonly Value[]>> = {
  approvers: [
    [
      approver({ id, name: 'Ada', email: 'ada@example.com', tags: [] }),
      approver({ id, name: 'Bob', email: null, tags: [] }),
    ],
  ],
  credentials: [
    [
      credential(id, { id, type: 'CREDENTIAL_TYPE_API_KEY_P256', publicKey: `02${'ab'.repeat(32)}` }),
      credential(id, { id, credentialId: 'AA', publicKey: 'pQEC' }),
    ],
  ],
  wallet: [walletOf(names)],
  wallets: [[walletOf(names)]],
  wallet_account: [walletAccountOf({ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })],
  private_key: [privateKeyOf(names, [id])],
  'eth.tx': ethereum.map((each) => ethTxOf(each, { from: () => to, call: () => call })),
  'eth.eip_712': [
    ethEip712Of({
      primaryType: 'Order',
      domain: { name: 'App', version: '1', chainId: 1n, verifyingContract: to },
      message: { items: [{ price: 1n }] },
    }),
  ],
  'eth.eip_7702_authorization': [ethEip7702AuthorizationOf({ address: to, chainId: 1n, nonce: 2n })],
  'solana.tx': [solana],
  'bitcoin.tx': [
    bitcoinTxOf({
      version: 2,
      inputs: [{ txId: 'ab'.repeat(32), vout: 0, sequence: 1 }],
      outputs: [
        {
          value: 1n,
          scriptPubkey: 'ab',
          address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
          addressType: 'P2WPKH',
        },
        { value: 1n, scriptPubkey: '6a', address: undefined, addressType: undefined },
      ],
      locktime: { amount: 1, type: 'Blocks' },
      fee: 1n,
    }),
  ],
  'tron.tx': tron.map((contract) =>
    tronTxOf({
      refBlockBytes: 'abcd',
      refBlockHash: 'ab'.repeat(8),
      expiration: 1n,
      data: '',
      contract: [contract],
      timestamp: 1n,
      feeLimit: 1n,
    }),
  ),
  time: [timeOf(new Date())],
};

/** Goes through a value with its type: fields that were there are added to `seen`, and mistakes are returned. */
function mistakes(type: Type, value: Value | undefined, path: string, seen: Set<string>): string[] {
  if (value === undefined) return [];
  switch (type.kind) {
    case 'any':
      return [];
    case 'bool':
      return typeof value === 'boolean' ? [] : [path];
    case 'int':
      return typeof value === 'bigint' ? [] : [path];
    case 'timestamp':
      return value instanceof Date ? [] : [path];
    case 'string':
      return typeof value === 'string' && (type.form ? type.form.read(value) : value) === value ? [] : [path];
    case 'list':
      return Array.isArray(value) ? value.flatMap((item) => mistakes(type.item, item, path, seen)) : [path];
    case 'map':
      return value instanceof Map
        ? [...value.values()].flatMap((item) => mistakes(type.value, item, path, seen))
        : [path];
    case 'struct': {
      const struct = value as Struct;
      const unknown = Object.keys(struct).filter((name) => !(name in type.fields));
      const found = Object.entries(type.fields).flatMap(([name, field]) => {
        if (struct[name] !== undefined) seen.add(`${path}.${name}`);
        return mistakes(field.type, struct[name], `${path}.${name}`, seen);
      });
      return [...unknown.map((name) => `${path}.${name}`), ...found];
    }
  }
}

/** All fields below a type. */
function fieldsOf(type: Type, path: string): string[] {
  if (type.kind === 'list') return fieldsOf(type.item, path);
  if (type.kind !== 'struct') return [];
  return Object.entries(type.fields).flatMap(([name, field]) => [
    `${path}.${name}`,
    ...fieldsOf(field.type, `${path}.${name}`),
  ]);
}

// What activities have is in parameters.test.ts.
const { activity: _, ...others } = { ...conditionScope, ...consensusScope, ...timeScope };

test.each(Object.entries(others))(
  'default: %s has all of its fields, in the form in which they are compared',
  (name, { type }) => {
    const seen = new Set<string>();
    expect((samples[name] ?? []).flatMap((value) => mistakes(type, value, name, seen))).toEqual([]);
    expect([...seen].toSorted()).toEqual(fieldsOf(type, name).toSorted());
  },
);

test('behavior: what a transaction does not have is missing', () => {
  const created = samples['eth.tx']?.[2] as Struct;
  expect([created['to'], created['max_fee_per_blob_gas']]).toEqual([undefined, undefined]);
  const legacy = ethTxOf({ ...common, type: 'LEGACY' }, { from: () => to, call: () => undefined });
  expect([legacy['max_fee_per_gas'], legacy['function_name'], legacy['contract_call_args']]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(legacy['gas_price']).toBe(2n);
});

test('behavior: looked-up accounts of an instruction by table', () => {
  const [instruction] = solana['instructions'] as readonly Struct[];
  expect(instruction?.['address_table_lookups']).toEqual([
    { address_table_key: key, writable_indexes: [1n], readonly_indexes: [2n] },
  ]);
});
