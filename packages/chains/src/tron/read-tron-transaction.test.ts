import { repetitions } from '@mintmark/testing/effort';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { ChainError } from '../chain-error.ts';
import { encodeFields, type FieldValue } from './protobuf-fields.ts';
import { readTronTransaction } from './read-tron-transaction.ts';
import type { TronContractType } from './tron-transaction.ts';

/** Values by field number. A list repeats the field, and undefined leaves it out. */
type Fields = Readonly<Record<number, FieldValue | readonly FieldValue[] | undefined>>;

const bytesOf = hexToBytes;
const utf8 = (text: string) => new TextEncoder().encode(text);
const hexOf = (bytes: Uint8Array) => bytesToHex(bytes);

const signer = { publicKey: bytesOf('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798') };
const read = (bytes: Uint8Array) => readTronTransaction(bytes, signer);

/** Encodes a message, with its fields in ascending order. */
const message = (fields: Fields): Uint8Array =>
  encodeFields(
    Object.entries(fields).flatMap(([number, values]) =>
      [values ?? []].flat().map((value) => ({ number: Number(number), value })),
    ),
  );

const owner = bytesOf('41dd791d6b49e190062d650e6a23c575510d35f2f9');
const other = bytesOf('4192ad11c1bf16b3b14b0bd6b5c7e2db73a0b5e83a');
const operations = bytesOf('7fff1fc0033e0100000000000000000000000000000000000000000000000000');
const key = message({ 1: owner, 2: 1n });
const ownerPermission: Fields = { 3: utf8('owner'), 4: 1n, 7: [key] };
const witnessPermission: Fields = { 1: 1n, 2: 1n, 3: utf8('witness'), 4: 1n, 7: [key] };
const activePermission: Fields = { 1: 2n, 2: 2n, 3: utf8('active'), 4: 1n, 6: operations, 7: [key] };

/** The number of each type, and an example of its parameters. */
const examples: Readonly<Record<TronContractType, readonly [number: bigint, parameters: Fields]>> = {
  TransferContract: [1n, { 1: owner, 2: other, 3: 1_000_000n }],
  TriggerSmartContract: [31n, { 1: owner, 2: other, 3: 5n, 4: bytesOf('a9059cbb'), 5: 6n, 6: 1_000_001n }],
  AccountPermissionUpdateContract: [
    46n,
    { 1: owner, 2: message(ownerPermission), 3: message(witnessPermission), 4: [message(activePermission)] },
  ],
  FreezeBalanceV2Contract: [54n, { 1: owner, 2: 1_000_000n, 3: 1n }],
  UnfreezeBalanceV2Contract: [55n, { 1: owner, 2: 1_000_000n, 3: 1n }],
  DelegateResourceContract: [57n, { 1: owner, 2: 1n, 3: 1_000_000n, 4: other, 5: 1n, 6: 86_400n }],
  UnDelegateResourceContract: [58n, { 1: owner, 2: 1n, 3: 1_000_000n, 4: other }],
};

/** What to change in the example of a type, by the message that is changed. */
interface Changes {
  readonly type?: TronContractType;
  readonly raw?: Fields;
  readonly contract?: Fields;
  readonly parameter?: Fields;
  readonly parameters?: Fields;
}

function transaction({ type = 'TransferContract', raw, contract, parameter, parameters }: Changes = {}): Uint8Array {
  const [number, example] = examples[type];
  const typeUrl = utf8(`type.googleapis.com/protocol.${type}`);
  const any = message({ 1: typeUrl, 2: message({ ...example, ...parameters }), ...parameter });
  return message({
    1: bytesOf('2927'),
    4: bytesOf('939ece39d08a7abe'),
    8: 1_777_447_527_000n,
    11: message({ 1: number, 2: any, ...contract }),
    14: 1_777_447_469_014n,
    ...raw,
  });
}

test('default', () => {
  const raw = { 10: utf8('memo'), 18: 30_000_000n };
  expect(read(transaction({ raw, contract: { 5: 3n } })).content).toEqual({
    refBlockBytes: '2927',
    refBlockHash: '939ece39d08a7abe',
    expiration: 1_777_447_527_000n,
    data: '6d656d6f',
    contract: [
      {
        type: 'TransferContract',
        permissionId: 3,
        ownerAddress: 'TWAFRfZFmhVQZjxM3De7Mp5UZ9sLqWqpHp',
        toAddress: 'TPLkz8rzTT7gKRS1bUm3hBcvw1EExAbKTV',
        amount: 1_000_000n,
      },
    ],
    timestamp: 1_777_447_469_014n,
    feeLimit: 30_000_000n,
  });
});

test.each(Object.keys(examples) as TronContractType[])('behavior: %s is supported', (type) => {
  expect(read(transaction({ type })).content.contract[0].type).toBe(type);
});

test('behavior: fields that are left out have their default values', () => {
  const parameters = { 2: undefined, 3: undefined, 5: undefined, 6: undefined };
  const bytes = transaction({ type: 'DelegateResourceContract', parameters, raw: { 8: undefined, 14: undefined } });
  expect(read(bytes).content).toMatchObject({
    expiration: 0n,
    data: '',
    contract: [{ permissionId: 0, resource: 'BANDWIDTH', balance: 0n, lock: false, lockPeriod: 0n }],
    timestamp: 0n,
    feeLimit: 0n,
  });
});

test('behavior: every bit of the largest numbers is kept', () => {
  const content = read(transaction({ parameters: { 3: 2n ** 63n - 1n }, contract: { 5: 2n ** 31n - 1n } })).content;
  expect(content.contract).toMatchObject([{ amount: 9_223_372_036_854_775_807n, permissionId: 2_147_483_647 }]);
});

test('behavior: a permission name keeps all of its characters', () => {
  const actives = message({ ...activePermission, 3: utf8('\ufeffKäse\0') });
  const content = read(transaction({ type: 'AccountPermissionUpdateContract', parameters: { 4: actives } })).content;
  expect(content.contract).toMatchObject([{ actives: [{ permissionName: '\ufeffKäse\0' }] }]);
});

test('behavior: the largest transaction that fits into a request is read', () => {
  const overhead = transaction({ type: 'TriggerSmartContract', parameters: { 4: new Uint8Array(100_000) } }).length;
  const data = new Uint8Array(100_000 + 128 * 1024 - overhead).fill(0xab);
  const bytes = transaction({ type: 'TriggerSmartContract', parameters: { 4: data } });
  expect(bytes.length).toBe(128 * 1024);
  expect(read(bytes).content.contract).toMatchObject([{ data: hexOf(data) }]);
  const larger = transaction({ type: 'TriggerSmartContract', parameters: { 4: new Uint8Array(data.length + 1) } });
  expect(() => read(larger)).toThrow(new ChainError('INVALID_TRANSACTION', 'it has more than 131072 bytes'));
});

test('error: not one signature', () => {
  const { sign } = read(transaction());
  const signature = { bytes: new Uint8Array(64), parity: 0 } as const;
  expect(() => sign([])).toThrow(RangeError);
  expect(() => sign([signature, signature])).toThrow(RangeError);
});

const permissions = (parameters: Fields) => transaction({ type: 'AccountPermissionUpdateContract', parameters });
const withOwner = (changes: Fields) => permissions({ 2: message({ ...ownerPermission, ...changes }) });
const withActive = (changes: Fields) => permissions({ 4: message({ ...activePermission, ...changes }) });
const keys = (count: number) =>
  Array.from({ length: count }, (_, index) => message({ 1: owner.with(20, index), 2: 1n }));
const value = 'raw_data.contract.parameter.value';
const negative = 2n ** 64n - 1n;
const signed = (bytes: Uint8Array) => read(bytes).sign([{ bytes: new Uint8Array(64).fill(1), parity: 0 }]);
const hexTransaction = hexOf(transaction());

test.each<[title: string, bytes: () => Uint8Array, problem: string]>([
  ['nothing', () => new Uint8Array(), 'raw_data.ref_block_bytes is missing'],
  [
    'a signed transaction',
    () => signed(transaction()),
    'it is already signed: send its raw data only, the bytes of raw_data_hex',
  ],
  [
    'a whole transaction without a signature',
    () => message({ 1: transaction() }),
    'it is a whole transaction: send its raw data only, the bytes of raw_data_hex',
  ],
  ['a trailing byte', () => bytesOf(`${hexTransaction}00`), 'raw_data ends inside a field'],
  ['a trailing field', () => bytesOf(`${hexTransaction}980101`), 'raw_data has a field 19, which is not supported'],
  ['a truncated transaction', () => transaction().subarray(0, -1), 'raw_data ends inside a field'],
  ['a field that is longer than its message', () => bytesOf('0a03ffff'), 'raw_data ends inside a field'],
  ['a length of 64 bits', () => bytesOf('0affffffffffffffffff01'), 'raw_data ends inside a field'],
  ['a number that is longer than needed', () => bytesOf('408000'), 'raw_data has a number that is longer than needed'],
  ['a tag that is longer than needed', () => bytesOf('8a00022927'), 'raw_data has a number that is longer than needed'],
  ['a number of 65 bits', () => bytesOf('40ffffffffffffffffff02'), 'raw_data has a number of more than 64 bits'],
  ['a number of 11 bytes', () => bytesOf('40ffffffffffffffffffff01'), 'raw_data has a number of more than 64 bits'],
  ['another wire type', () => bytesOf('0d00000000'), 'field 1 of raw_data has wire type 5, which is not supported'],
  ['a group', () => bytesOf('0b0c'), 'field 1 of raw_data has wire type 3, which is not supported'],
  ['a number in place of bytes', () => transaction({ raw: { 4: 1n } }), 'raw_data.ref_block_hash must be bytes'],
  ['a number in place of a message', () => transaction({ raw: { 11: 1n } }), 'raw_data.contract must be a message'],
  ['bytes in place of a number', () => transaction({ raw: { 8: owner } }), 'raw_data.expiration must be a number'],
  [
    'the number of the reference block',
    () => transaction({ raw: { 3: 1n } }),
    'raw_data has a field 3, which is not supported',
  ],
  ['auths', () => transaction({ raw: { 9: owner } }), 'raw_data has a field 9, which is not supported'],
  ['scripts', () => transaction({ raw: { 12: owner } }), 'raw_data has a field 12, which is not supported'],
  [
    'a provider',
    () => transaction({ contract: { 3: owner } }),
    'raw_data.contract has a field 3, which is not supported',
  ],
  [
    'an unknown parameter',
    () => transaction({ parameters: { 4: 1n } }),
    `${value} has a field 4, which is not supported`,
  ],
  [
    'an unsorted field',
    () => bytesOf(`${hexTransaction}40e807`),
    'raw_data has fields that are not in ascending order',
  ],
  ['a duplicate field', () => transaction({ raw: { 14: [1n, 1n] } }), 'raw_data.timestamp occurs more than once'],
  [
    'an encoded default',
    () => transaction({ parameters: { 3: 0n } }),
    `${value}.amount is encoded although it has its default value`,
  ],
  [
    'an encoded empty memo',
    () => transaction({ raw: { 10: owner.subarray(21) } }),
    'raw_data.data is encoded although it has its default value',
  ],
  [
    'an encoded false',
    () => transaction({ type: 'DelegateResourceContract', parameters: { 5: 0n } }),
    `${value}.lock is encoded although it has its default value`,
  ],
  [
    'ref_block_bytes of 1 byte',
    () => transaction({ raw: { 1: bytesOf('29') } }),
    'raw_data.ref_block_bytes must have 2 bytes',
  ],
  [
    'ref_block_bytes of 3 bytes',
    () => transaction({ raw: { 1: bytesOf('292929') } }),
    'raw_data.ref_block_bytes must have 2 bytes',
  ],
  [
    'ref_block_hash of 32 bytes',
    () => transaction({ raw: { 4: operations } }),
    'raw_data.ref_block_hash must have 8 bytes',
  ],
  ['no ref_block_hash', () => transaction({ raw: { 4: undefined } }), 'raw_data.ref_block_hash is missing'],
  ['no contract', () => transaction({ raw: { 11: undefined } }), 'raw_data.contract is missing'],
  [
    'two contracts',
    () => transaction({ raw: { 11: [operations, operations] } }),
    'raw_data.contract occurs more than once',
  ],
  ['no parameter', () => transaction({ contract: { 2: undefined } }), 'raw_data.contract.parameter is missing'],
  ['an unsupported type', () => transaction({ contract: { 1: 4n } }), 'contract type 4 is not supported'],
  ['no type', () => transaction({ contract: { 1: undefined } }), 'contract type 0 is not supported'],
  [
    'a type that the chain does not have',
    () => transaction({ contract: { 1: 1000n } }),
    'contract type 1000 is not supported',
  ],
  [
    'a type beyond 32 bits',
    () => transaction({ contract: { 1: 2n ** 32n + 1n } }),
    'raw_data.contract.type must be from 0 to 2147483647',
  ],
  [
    'a type that disagrees with the parameters',
    () => transaction({ contract: { 1: 55n } }),
    'raw_data.contract.type is UnfreezeBalanceV2Contract, but raw_data.contract.parameter.type_url is not type.googleapis.com/protocol.UnfreezeBalanceV2Contract',
  ],
  [
    'a type_url that disagrees with the type',
    () => transaction({ parameter: { 1: utf8('type.googleapis.com/protocol.TransferAssetContract') } }),
    'raw_data.contract.type is TransferContract, but raw_data.contract.parameter.type_url is not type.googleapis.com/protocol.TransferContract',
  ],
  [
    'a type_url of another host',
    () => transaction({ parameter: { 1: utf8('example.com/protocol.TransferContract') } }),
    'raw_data.contract.type is TransferContract, but raw_data.contract.parameter.type_url is not type.googleapis.com/protocol.TransferContract',
  ],
  [
    'a type_url that is not text',
    () => transaction({ parameter: { 1: bytesOf('ff') } }),
    'raw_data.contract.parameter.type_url must be text in UTF-8',
  ],
  [
    'parameters of another type',
    () => transaction({ parameter: { 2: message(examples.FreezeBalanceV2Contract[1]) } }),
    `${value}.to_address must be bytes`,
  ],
  ['no parameters', () => transaction({ parameter: { 2: undefined } }), `${value} is missing`],
  [
    'a negative permission id',
    () => transaction({ contract: { 5: negative } }),
    'raw_data.contract.permission_id must be from 0 to 2147483647',
  ],
  ['a negative expiration', () => transaction({ raw: { 8: negative } }), 'raw_data.expiration must not be negative'],
  ['a negative timestamp', () => transaction({ raw: { 14: negative } }), 'raw_data.timestamp must not be negative'],
  ['a negative fee limit', () => transaction({ raw: { 18: negative } }), 'raw_data.fee_limit must not be negative'],
  ['a negative amount', () => transaction({ parameters: { 3: 2n ** 63n } }), `${value}.amount must not be negative`],
  [
    'a negative call value',
    () => transaction({ type: 'TriggerSmartContract', parameters: { 3: negative } }),
    `${value}.call_value must not be negative`,
  ],
  [
    'a negative token value',
    () => transaction({ type: 'TriggerSmartContract', parameters: { 5: negative } }),
    `${value}.call_token_value must not be negative`,
  ],
  [
    'a negative balance',
    () => transaction({ type: 'DelegateResourceContract', parameters: { 3: negative } }),
    `${value}.balance must not be negative`,
  ],
  [
    'a negative frozen balance',
    () => transaction({ type: 'FreezeBalanceV2Contract', parameters: { 2: negative } }),
    `${value}.frozen_balance must not be negative`,
  ],
  [
    'a negative unfreeze balance',
    () => transaction({ type: 'UnfreezeBalanceV2Contract', parameters: { 2: negative } }),
    `${value}.unfreeze_balance must not be negative`,
  ],
  [
    'TRON_POWER',
    () => transaction({ type: 'FreezeBalanceV2Contract', parameters: { 3: 2n } }),
    `${value}.resource is 2, which is not one of BANDWIDTH, ENERGY`,
  ],
  [
    'a lock of 2',
    () => transaction({ type: 'DelegateResourceContract', parameters: { 5: 2n } }),
    `${value}.lock must be 0 or 1`,
  ],
  ['no owner address', () => transaction({ parameters: { 1: undefined } }), `${value}.owner_address is missing`],
  [
    'an address of 20 bytes',
    () => transaction({ parameters: { 2: other.subarray(1) } }),
    `${value}.to_address must have 21 bytes, the first of which is 41`,
  ],
  [
    'an address of 22 bytes',
    () => transaction({ parameters: { 2: bytesOf(`${hexOf(other)}00`) } }),
    `${value}.to_address must have 21 bytes, the first of which is 41`,
  ],
  [
    'an address of another chain',
    () => transaction({ parameters: { 2: other.with(0, 0xa0) } }),
    `${value}.to_address must have 21 bytes, the first of which is 41`,
  ],
  ['no owner permission', () => permissions({ 2: undefined }), `${value}.owner is missing`],
  ['an active permission in place of the owner’s', () => withOwner({ 1: 2n }), `${value}.owner.type must be Owner`],
  [
    'an owner permission in place of an active one',
    () => withActive({ 1: undefined }),
    `${value}.actives[0].type must be Active`,
  ],
  [
    'an unknown permission type',
    () => withActive({ 1: 3n }),
    `${value}.actives[0].type is 3, which is not one of Owner, Witness, Active`,
  ],
  [
    'operations of an owner',
    () => withOwner({ 6: operations }),
    `${value}.owner.operations must have 32 bytes in active permissions and none in others`,
  ],
  [
    'operations of 33 bytes',
    () => withActive({ 6: bytesOf(`${hexOf(operations)}00`) }),
    `${value}.actives[0].operations must have 32 bytes in active permissions and none in others`,
  ],
  [
    'a long permission name',
    () => withOwner({ 3: utf8('x'.repeat(33)) }),
    `${value}.owner.permission_name has more than 32 characters`,
  ],
  [
    'a permission name that is not text',
    () => withOwner({ 3: bytesOf('c0af') }),
    `${value}.owner.permission_name must be text in UTF-8`,
  ],
  ['a duplicate key', () => withOwner({ 7: [key, key] }), `${value}.owner.keys has an address twice`],
  [
    'a negative weight',
    () => withOwner({ 7: message({ 1: owner, 2: negative }) }),
    `${value}.owner.keys[0].weight must not be negative`,
  ],
  ['too many keys', () => withOwner({ 7: keys(6) }), `${value}.owner.keys occurs more than 5 times`],
  [
    'too many active permissions',
    () => permissions({ 4: Array(9).fill(message(activePermission)) }),
    `${value}.actives occurs more than 8 times`,
  ],
])('error: %s', (_, bytes, problem) => {
  expect(() => read(bytes())).toThrow(new ChainError('INVALID_TRANSACTION', `${problem}`));
});

/** A pseudorandom generator with a seed (mulberry32). It returns numbers from 0 to below `limit`. */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

/** Changes, inserts, removes, repeats or cuts off some bytes. */
function mutate(bytes: Uint8Array, below: (limit: number) => number): Uint8Array {
  const at = below(bytes.length);
  const few = at + 1 + below(4);
  const noise = Uint8Array.from({ length: 1 + below(3) }, () => below(256));
  const splice = (end: number, ...middle: Uint8Array[]) =>
    concatBytes(bytes.subarray(0, at), ...middle, bytes.subarray(end));
  const mutated = [
    () => bytes.with(at, below(256)),
    () => bytes.with(at, (bytes[at] as number) ^ (1 << below(8))),
    () => splice(at, noise),
    () => splice(few),
    () => splice(at, bytes.subarray(at, few)),
    () => bytes.subarray(0, at),
  ][below(6)]?.() as Uint8Array;
  return Uint8Array.from(mutated);
}

/** The same for values that are equal. */
const textOf = (value: unknown) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part} as a whole number` : part));

test('behavior: mutated transactions are refused, or are read as something else', () => {
  const rounds = repetitions({ usual: 4_000, full: 20_000 });
  const below = seeded(15);
  const originals = (Object.keys(examples) as TronContractType[]).map((type) => {
    const bytes = transaction({ type, raw: { 10: utf8('memo'), 18: 1_000_000n }, contract: { 5: 2n } });
    return { bytes, content: read(bytes).content };
  });
  const counts = { refused: 0, read: 0 };
  for (let round = 0; round < rounds; round++) {
    const { bytes, content } = originals[round % originals.length] as (typeof originals)[number];
    const mutated = mutate(bytes, below);
    try {
      const transaction = read(mutated);
      // Another encoding of the same content would be signed without being what was shown.
      expect(textOf(transaction.content) === textOf(content)).toBe(textOf(mutated) === textOf(bytes));
      counts.read++;
    } catch (error) {
      if (!(error instanceof ChainError && error.code === 'INVALID_TRANSACTION')) throw error;
      counts.refused++;
    }
  }
  expect(counts.refused + counts.read).toBe(rounds);
  expect(counts.refused).toBeGreaterThan(0);
  expect(counts.read).toBeGreaterThan(0);
});
