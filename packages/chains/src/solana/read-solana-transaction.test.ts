import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { ChainError } from '../chain-error.ts';
import { readSolanaTransaction } from './read-solana-transaction.ts';
import { encodeList, encodeMessage, type SolanaMessage } from './solana-message.ts';

const secretOf = (seed: number) => new Uint8Array(32).fill(seed);
const keyOf = (seed: number) => ed25519.getPublicKey(secretOf(seed));
const sign = (message: Uint8Array, seed: number) => ({
  bytes: ed25519.sign(message, secretOf(seed)),
  parity: 0 as const,
});

const [alice, bob, carol, dora, table] = [1, 2, 3, 4, 5].map(keyOf) as [Key, Key, Key, Key, Key];
type Key = Uint8Array;
const system = base58.decode('11111111111111111111111111111111');
const empty = new Uint8Array(64);

/** The System Program's Transfer of 1,000,000 lamports. */
const transferData = Uint8Array.of(2, 0, 0, 0, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0);

const legacy: SolanaMessage = {
  version: 'legacy',
  header: { requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 1 },
  accountKeys: [alice, bob, system],
  recentBlockhash: new Uint8Array(32).fill(9),
  instructions: [{ programIndex: 2, accountIndexes: Uint8Array.of(0, 1), data: transferData }],
  lookups: [],
};
const versioned: SolanaMessage = {
  ...legacy,
  version: 0,
  header: { requiredSignatures: 2, readonlySigned: 1, readonlyUnsigned: 1 },
  accountKeys: [alice, bob, carol, system],
  instructions: [{ programIndex: 3, accountIndexes: Uint8Array.of(0, 4, 1, 6, 5), data: transferData }],
  lookups: [
    { tableKey: table, writableIndexes: Uint8Array.of(7), readonlyIndexes: Uint8Array.of(200) },
    { tableKey: dora, writableIndexes: Uint8Array.of(0), readonlyIndexes: Uint8Array.of() },
  ],
};

const encode = (
  message: SolanaMessage,
  signatures: readonly Uint8Array[] = Array(message.header.requiredSignatures).fill(empty),
) => Uint8Array.from([...encodeList(signatures), ...encodeMessage(message)]);
const read = (bytes: Uint8Array, publicKey = alice) => readSolanaTransaction(bytes, { publicKey });
const expectRefusal = (bytes: Uint8Array, problem: string, publicKey = alice) =>
  expect(() => read(bytes, publicKey)).toThrow(new ChainError('INVALID_TRANSACTION', `${problem}`));

test('default: the sample transaction in the tests of Solana’s own crate solana-transaction', () => {
  const secret = 'ff6524187c17a71584cc9b05b93a794b9ce374c1d7268e16080ee5ef775d05da';
  const signature =
    '788aa2b93bd1f19d479d4a830457361c26b4de52403e3d3e162e11cbbb883e2b' +
    '0b26eb11ef52f08b82d9e3d609f28ddf5e1db86e3e2057893f8b64dd14890405';
  const message =
    '01000103' +
    '24649efc21a161b93e5963c3faf9bbbdab76f15af80e44dbe73e9d058e1bd275' +
    '0101010405060708090909090909090909090909090909090807060504010101' +
    '0202020405060708090101010101010101010101010101090807060504020202' +
    `${'00'.repeat(32)}0102020001` +
    '03010203';
  const publicKey = ed25519.getPublicKey(hexToBytes(secret));

  const read = readSolanaTransaction(hexToBytes(`01${'00'.repeat(64)}${message}`), { publicKey });

  expect(read.requests).toEqual([{ scheme: 'ed25519', message: hexToBytes(message) }]);
  const [request] = read.requests;
  const bytes = ed25519.sign(request?.message ?? empty, hexToBytes(secret));
  expect(bytesToHex(read.sign([{ bytes, parity: 0 }]))).toBe(`01${signature}${message}`);
  const [payer, to, program] = [publicKey, ...['01010104', '02020204'].map(keyInMessage)].map((key) =>
    base58.encode(key),
  );
  expect(read.content).toEqual({
    version: 'legacy',
    accountKeys: [payer, to, program],
    programKeys: [program],
    instructions: [
      {
        programKey: program,
        accounts: [
          { accountKey: payer, signer: true, writable: true },
          { accountKey: to, signer: false, writable: true },
        ],
        dataHex: '010203',
        addressTableLookups: [],
      },
    ],
    transfers: [],
    splTransfers: [],
    recentBlockhash: '11111111111111111111111111111111',
    addressTableLookups: [],
  });

  function keyInMessage(start: string): Uint8Array {
    const offset = message.indexOf(start);
    return hexToBytes(message.slice(offset, offset + 64));
  }
});

test('default: a transfer of lamports', () => {
  const { content } = read(encode(legacy));
  expect(content.transfers).toEqual([{ from: base58.encode(alice), to: base58.encode(bob), amount: 1_000_000n }]);
  expect(content.programKeys).toEqual(['11111111111111111111111111111111']);
});

test('default: version 0 with address tables, whose writable accounts come first', () => {
  const { content } = read(encode(versioned));
  const [payer, second, , tableKey, otherTableKey] = [alice, bob, carol, table, dora].map((key) => base58.encode(key));
  expect(content.version).toBe(0);
  expect(content.addressTableLookups).toEqual([
    { addressTableKey: tableKey, writableIndexes: [7], readonlyIndexes: [200] },
    { addressTableKey: otherTableKey, writableIndexes: [0], readonlyIndexes: [] },
  ]);
  expect(content.instructions).toEqual([
    {
      programKey: '11111111111111111111111111111111',
      accounts: [
        { accountKey: payer, signer: true, writable: true },
        { accountKey: 'ADDRESS_TABLE_LOOKUP', signer: false, writable: true },
        { accountKey: second, signer: true, writable: false },
        { accountKey: 'ADDRESS_TABLE_LOOKUP', signer: false, writable: false },
        { accountKey: 'ADDRESS_TABLE_LOOKUP', signer: false, writable: true },
      ],
      dataHex: '0200000040420f0000000000',
      addressTableLookups: [
        { addressTableKey: tableKey, index: 7, writable: true },
        { addressTableKey: tableKey, index: 200, writable: false },
        { addressTableKey: otherTableKey, index: 0, writable: true },
      ],
    },
  ]);
  expect(content.transfers).toEqual([{ from: payer, to: 'ADDRESS_TABLE_LOOKUP', amount: 1_000_000n }]);
});

test('behavior: every signer has its own place, and signatures of others are kept', () => {
  const unsigned = encode(versioned);
  const message = encodeMessage(versioned);
  const ofBob = read(unsigned, bob).sign([sign(message, 2)]);
  expect(ofBob).toEqual(encode(versioned, [empty, sign(message, 2).bytes]));
  expect(read(ofBob, alice).sign([sign(message, 1)])).toEqual(
    encode(versioned, [sign(message, 1).bytes, sign(message, 2).bytes]),
  );
});

test('behavior: a change of the bytes after reading changes nothing', () => {
  const bytes = encode(legacy);
  const { requests, sign: encodeSigned } = read(bytes);
  bytes.fill(0xff);
  expect(requests[0]?.message).toEqual(encodeMessage(legacy));
  const signature = sign(encodeMessage(legacy), 1);
  expect(encodeSigned([signature])).toEqual(encode(legacy, [signature.bytes]));
});

test('behavior: a message without instructions is read', () => {
  expect(read(encode({ ...legacy, instructions: [] })).content.programKeys).toEqual([]);
});

test('behavior: a transaction of 1232 bytes, 128 accounts and 64 instructions is read', () => {
  const readonlyIndexes = Uint8Array.from({ length: 128 - 4 }, (_, index) => index);
  const bytesOf = (dataLength: number) =>
    encode({
      ...legacy,
      version: 0,
      instructions: Array.from({ length: 64 }, (_, index) => ({
        programIndex: 2,
        accountIndexes: Uint8Array.of(0, 127),
        data: new Uint8Array(index === 0 ? dataLength : 0),
      })),
      lookups: [{ tableKey: table, writableIndexes: Uint8Array.of(255), readonlyIndexes }],
    });
  const bytes = bytesOf(128 + 1232 - bytesOf(128).length);
  expect(bytes).toHaveLength(1232);
  expect(read(bytes).content.instructions).toHaveLength(64);
  expectRefusal(bytesOf(128 + 1233 - bytesOf(128).length), 'it has 1233 bytes, and the limit is 1232');
});

test('error: a key that has already signed', () => {
  const message = encodeMessage(versioned);
  expectRefusal(encode(versioned, [sign(message, 1).bytes, empty]), 'this key has already signed it');
  expectRefusal(encode(versioned, [Uint8Array.from(empty).fill(1, 63), empty]), 'this key has already signed it');
});

test.each([
  ['is no account', dora],
  ['does not sign', carol],
  ['is a part of one', alice.subarray(1)],
])('error: a key that %s', (_, publicKey) => {
  expectRefusal(encode(versioned), 'this key is not one of its signers', publicKey);
});

test('error: the bytes end too early, wherever they end', () => {
  const bytes = encode(versioned);
  for (let length = 0; length < bytes.length; length++)
    expect(() => read(bytes.subarray(0, length))).toThrow(/^invalid transaction: it ends within the /);
});

test('error: bytes after the end', () => {
  expectRefusal(Uint8Array.of(...encode(legacy), 0), 'it has trailing bytes');
  expectRefusal(Uint8Array.of(...encode(versioned), 1, 2), 'it has trailing bytes');
});

test.each([
  ['the signatures', 0],
  ['the account keys', 1 + 64 + 3],
  ['the instructions', 1 + 64 + 3 + 1 + 3 * 32 + 32],
])('error: the length of %s in a form that is not the shortest', (name, offset) => {
  const bytes = [...encode(legacy)];
  bytes.splice(offset, 1, (bytes[offset] ?? 0) | 0x80, 0);
  // A first byte above 0x80 is read as a version.
  const problem = offset === 0 ? 'version 1 is not supported' : `the length of ${name} is not in its shortest form`;
  expectRefusal(Uint8Array.from(bytes), problem);
});

test.each([1, 2, 127])('error: version %i', (version) => {
  const [, ...rest] = encodeMessage(versioned);
  const message = [0x80 + version, ...rest];
  expectRefusal(Uint8Array.of(2, ...empty, ...empty, ...message), `version ${version} is not supported`);
  expectRefusal(Uint8Array.of(...message, ...empty, ...empty), `version ${version} is not supported`);
});

const manyIndexes = Uint8Array.from({ length: 129 - 3 }, (_, index) => index);
const [instruction] = legacy.instructions as [SolanaMessage['instructions'][number]];
const [lookup] = versioned.lookups as [SolanaMessage['lookups'][number]];

test.each<[string, SolanaMessage, (readonly Uint8Array[])?]>([
  ['it has 0 signatures, and the header requires 1', legacy, []],
  ['it has 2 signatures, and the header requires 1', legacy, [empty, empty]],
  ['the header requires no signature', { ...legacy, header: { ...legacy.header, requiredSignatures: 0 } }],
  ['the header makes the fee payer read-only', { ...legacy, header: { ...legacy.header, readonlySigned: 1 } }],
  [
    'the header counts more accounts than there are account keys',
    { ...legacy, header: { ...legacy.header, readonlyUnsigned: 3 } },
  ],
  [
    'the header counts more accounts than there are account keys',
    { ...legacy, header: { ...legacy.header, requiredSignatures: 4, readonlyUnsigned: 0 } },
  ],
  ['the account keys contain a duplicate', { ...legacy, accountKeys: [alice, system, system] }],
  ['the address table lookups contain a duplicate table', { ...versioned, lookups: [lookup, lookup] }],
  [
    'an address table lookup has no index',
    {
      ...versioned,
      lookups: [lookup, { tableKey: dora, writableIndexes: Uint8Array.of(), readonlyIndexes: Uint8Array.of() }],
    },
  ],
  [
    'an address table lookup contains a duplicate index',
    { ...versioned, lookups: [{ ...lookup, readonlyIndexes: lookup.writableIndexes }] },
  ],
  [
    'it has 129 accounts, and the limit is 128',
    {
      ...legacy,
      version: 0,
      lookups: [{ tableKey: table, writableIndexes: Uint8Array.of(), readonlyIndexes: manyIndexes }],
    },
  ],
  [
    'it has 65 instructions, and the limit is 64',
    { ...legacy, instructions: Array(65).fill({ ...instruction, data: new Uint8Array() }) },
  ],
  [
    'the program of instruction 2 is the fee payer',
    { ...legacy, instructions: [instruction, { ...instruction, programIndex: 0 }] },
  ],
  [
    'the program index of instruction 1 is out of range',
    { ...legacy, instructions: [{ ...instruction, programIndex: 3 }] },
  ],
  [
    'the program of instruction 1 comes from an address lookup table',
    { ...versioned, instructions: [{ ...instruction, programIndex: 4 }] },
  ],
  [
    'the program index of instruction 1 is out of range',
    { ...versioned, instructions: [{ ...instruction, programIndex: 7 }] },
  ],
  [
    'an account index of instruction 1 is out of range',
    { ...legacy, instructions: [{ ...instruction, accountIndexes: Uint8Array.of(0, 3) }] },
  ],
  [
    'an account index of instruction 1 is out of range',
    { ...versioned, instructions: [{ ...instruction, programIndex: 3, accountIndexes: Uint8Array.of(6, 7) }] },
  ],
])('error: %s', (problem, message, signatures) => {
  expectRefusal(encode(message, signatures), problem);
});

test('error: signatures that are not one of 64 bytes', () => {
  const { sign: encodeSigned } = read(encode(legacy));
  const signature = sign(encodeMessage(legacy), 1);
  for (const signatures of [[], [signature, signature], [{ ...signature, bytes: new Uint8Array(63) }]])
    expect(() => encodeSigned(signatures)).toThrow('expected one signature of 64 bytes');
});
