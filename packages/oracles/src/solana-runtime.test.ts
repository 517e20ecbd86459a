import { createHash } from 'node:crypto';
import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getAddressDecoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getTransferCheckedInstruction } from '@solana-program/token';
import { expect, test } from 'vitest';
import { encodeMessage, type SolanaMessage } from '../../chains/src/solana/solana-message.ts';
import { solanaKeypair } from './solana-keypair.ts';
import {
  alice,
  bob,
  fromToken,
  keyBytes,
  mint,
  SolanaRuntime,
  signAs,
  systemProgram,
  table,
  token2022Program,
  tokenProgram,
  toToken,
  unsigned,
} from './solana-runtime.ts';

const carol = solanaKeypair('carol').address;

function build(runtime: SolanaRuntime, instruction: Instruction): Uint8Array {
  const blockhash = runtime.svm.latestBlockhash() as Blockhash;
  return Uint8Array.from(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(alice.address, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, message),
      (message) => appendTransactionMessageInstruction(instruction, message),
      (message) => compressTransactionMessageUsingAddressLookupTables(message, { [table]: [mint, carol] }),
      (message) => getTransactionEncoder().encode(compileTransaction(message)),
    ),
  );
}

test('behavior: a transfer of lamports to an account of an address table is executed', () => {
  const runtime = new SolanaRuntime();
  runtime.putTable([mint, carol]);
  const instruction = getTransferSolInstruction({ source: alice.signer, destination: carol, amount: 5_000_000n });
  const { signed, content } = signAs(alice, build(runtime, instruction));
  expect(content.addressTableLookups).toEqual([{ addressTableKey: table, writableIndexes: [1], readonlyIndexes: [] }]);
  expect(content.transfers).toEqual([{ from: alice.address, to: 'ADDRESS_TABLE_LOOKUP', amount: 5_000_000n }]);
  expect(runtime.executes(signed)).toBe(true);
  expect(runtime.lamportsOf(carol)).toBe(5_000_000n);
});

test.each([
  ['the Token Program', tokenProgram],
  ['Token-2022', token2022Program],
])('behavior: a transfer of tokens with %s is executed', (_, programAddress) => {
  const runtime = new SolanaRuntime(programAddress);
  runtime.putTable([mint, carol]);
  const transfer = { source: fromToken, mint, destination: toToken, authority: alice.signer, amount: 7n, decimals: 2 };
  const { signed, content } = signAs(
    alice,
    build(runtime, getTransferCheckedInstruction(transfer, { programAddress })),
  );
  expect(content.splTransfers).toMatchObject([{ from: fromToken, to: toToken, amount: 7n, owner: alice.address }]);
  expect(runtime.executes(signed)).toBe(true);
  expect(runtime.tokensOf(toToken)).toBe(7n);
});

test('behavior: a transaction is executed when both of its keys have signed', () => {
  const runtime = new SolanaRuntime();
  runtime.putTable([mint, carol]);
  const instruction = getTransferSolInstruction({ source: bob.signer, destination: carol, amount: 5_000_000n });
  const ofBob = signAs(bob, build(runtime, instruction)).signed;
  const ofBoth = signAs(alice, ofBob).signed;
  expect(runtime.executes(Uint8Array.from(ofBob).fill(1, 1, 65))).toBe(false);
  expect(runtime.executes(ofBoth)).toBe(true);
  expect(runtime.lamportsOf(carol)).toBe(5_000_000n);
});

const amount = (value: number) => [value, 0, 0, 0, 0, 0, 0, 0];
const lamports = [0x40, 0x4b, 0x4c, 0, 0, 0, 0, 0];
const seeded = (seed: readonly number[]) => [11, 0, 0, 0, ...lamports, ...amount(seed.length), ...seed];
const derived = (seed: readonly number[]) =>
  getAddressDecoder().decode(
    createHash('sha256').update(alice.publicKey).update(Uint8Array.from(seed)).update(keyBytes(systemProgram)).digest(),
  );
const owner = [...keyBytes(systemProgram)];
const [abc, invalid] = [[97, 98, 99], [0xff]];

test.each([
  ['Transfer', [alice.address, carol], [2, 0, 0, 0, ...lamports], true],
  ['Transfer with more data', [alice.address, carol], [2, 0, 0, 0, ...lamports, 1, 2, 3], true],
  ['Transfer with more accounts', [alice.address, carol, bob.address], [2, 0, 0, 0, ...lamports], true],
  ['Transfer with less data', [alice.address, carol], [2, 0, 0, 0, ...lamports.slice(1)], false],
  ['Transfer with fewer accounts', [alice.address], [2, 0, 0, 0, ...lamports], false],
  ['TransferWithSeed', [derived(abc), alice.address, carol], [...seeded(abc), ...owner], true],
  ['TransferWithSeed with more data', [derived(abc), alice.address, carol], [...seeded(abc), ...owner, 1], true],
  ['TransferWithSeed without a seed', [derived([]), alice.address, carol], [...seeded([]), ...owner], true],
  ['TransferWithSeed without the owner', [derived(abc), alice.address, carol], seeded(abc), false],
  ['TransferWithSeed, not UTF-8', [derived(invalid), alice.address, carol], [...seeded(invalid), ...owner], false],
])('behavior: %s of lamports is shown exactly if it is executed', (_, accounts, data, isTransfer) => {
  const runtime = new SolanaRuntime();
  const [from = carol] = accounts;
  if (from !== alice.address) runtime.svm.airdrop(from, runtime.svm.getBalance(alice.address) ?? expect.fail());
  const { signed, content } = signAs(alice, unsigned(runtime.message(systemProgram, accounts, data)));
  expect(runtime.executes(signed)).toBe(isTransfer);
  expect(runtime.lamportsOf(carol)).toBe(isTransfer ? 5_000_000n : 0n);
  expect(content.transfers).toEqual(isTransfer ? [{ from, to: carol, amount: 5_000_000n }] : []);
});

const plain = [fromToken, toToken, alice.address];
const checked = [fromToken, mint, toToken, alice.address];
const both = [tokenProgram, token2022Program];
const refused: Address[] = [];

/** What is executed by which programs, and how many transfers it has. */
const tokenCases: [string, Address[], number[], Address[], number][] = [
  ['Transfer', plain, [3, ...amount(7)], both, 1],
  ['Transfer with more accounts', [...plain, mint], [3, ...amount(7)], both, 1],
  // Token-2022 refuses it today, and did not always.
  ['Transfer with more data', plain, [3, ...amount(7), 0], [tokenProgram], 1],
  ['Transfer with less data', plain, [3, ...amount(7).slice(1)], refused, 0],
  ['Transfer with fewer accounts', plain.slice(0, 2), [3, ...amount(7)], refused, 0],
  ['TransferChecked', checked, [12, ...amount(7), 2], both, 1],
  ['TransferChecked with more data', checked, [12, ...amount(7), 2, 0], [tokenProgram], 1],
  ['TransferChecked without decimals', checked, [12, ...amount(7)], refused, 0],
  ['a batch', [...plain, ...checked], [255, 3, 9, 3, ...amount(3), 4, 10, 12, ...amount(4), 2], both, 2],
  ['a batch with more accounts', [...plain, mint], [255, 3, 9, 3, ...amount(7)], both, 1],
  ['a batch of Transfer with more data', plain, [255, 3, 10, 3, ...amount(7), 0], [tokenProgram], 1],
  ['a batch in a batch', plain, [255, 3, 12, 255, 3, 9, 3, ...amount(7)], refused, 0],
  ['an empty batch', plain, [255], refused, 0],
];

test.each(
  tokenCases.flatMap(([name, accounts, data, programs, shown]) =>
    both.map((program) => ({ name, accounts, data, program, isExecuted: programs.includes(program), shown })),
  ),
)('behavior: $name of tokens is shown if it is executed, $program', (given) => {
  const runtime = new SolanaRuntime(given.program);
  const message = runtime.message(given.program, given.accounts, given.data);
  const { signed, content } = signAs(alice, unsigned(message));
  expect(runtime.executes(signed)).toBe(given.isExecuted);
  expect(runtime.tokensOf(toToken)).toBe(given.isExecuted ? 7n : 0n);
  expect(content.splTransfers).toHaveLength(given.shown);
  for (const transfer of content.splTransfers)
    expect(transfer).toMatchObject({ from: fromToken, to: toToken, owner: alice.address, signers: [] });
  if (given.isExecuted) expect(content.splTransfers.reduce((sum, transfer) => sum + transfer.amount, 0n)).toBe(7n);
});

test.each([
  ['as it is', []],
  ['with more data', [0]],
])('behavior: TransferCheckedWithFee %s is shown, and executed by Token-2022 alone', (_, more) => {
  for (const program of both) {
    const runtime = new SolanaRuntime(program);
    const data = [26, 1, ...amount(7), 2, ...amount(0), ...more];
    const { signed, content } = signAs(alice, unsigned(runtime.message(program, checked, data)));
    expect(runtime.executes(signed)).toBe(program === token2022Program);
    expect(content.splTransfers.map((transfer) => transfer.amount)).toEqual(program === token2022Program ? [7n] : []);
  }
});

const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address;

const memos =
  (count: number): Change =>
  ({ accountKeys, instructions: [instruction] }) => ({
    accountKeys: [...accountKeys.slice(0, -1), keyBytes(memoProgram)],
    instructions: Array(count).fill({ ...instruction, accountIndexes: Uint8Array.of(), data: Uint8Array.of() }),
  });
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
type Change = (message: SolanaMessage) => Partial<SolanaMessage>;

/** What is close to being refused, and is not. */
const controls: [string, Change][] = [
  ['nothing else', () => ({})],
  ['a table with two indexes', () => withLookup([0], [1])],
  ['64 accounts', () => withLookup([], upTo(61))],
  ['64 instructions', memos(64)],
];

/** What both refuse: the runtime has its own implementation of every one of these rules. */
const refusals: [string, Change][] = [
  ['an account twice', ({ accountKeys }) => ({ accountKeys: [...accountKeys, ...accountKeys.slice(-1)] })],
  ['a read-only fee payer', ({ header }) => ({ header: { ...header, readonlySigned: 1 } })],
  ['more accounts in the header', ({ header }) => ({ header: { ...header, readonlyUnsigned: 3 } })],
  ['the fee payer as the program', ({ instructions }) => withInstruction(instructions, { programIndex: 0 })],
  ['an unknown program', ({ instructions }) => withInstruction(instructions, { programIndex: 9 })],
  ['an unknown account', ({ instructions }) => withInstruction(instructions, { accountIndexes: Uint8Array.of(0, 9) })],
  [
    'a program of a table',
    ({ instructions }) => ({
      ...withInstruction(instructions, { programIndex: 3 }),
      ...withLookup([0], [1]),
    }),
  ],
  ['a table without an index', () => withLookup([], [])],
  ['an index twice', () => withLookup([0], [0])],
  [
    '129 accounts',
    () =>
      withLookup(
        [],
        Array.from({ length: 126 }, (_, index) => index),
      ),
  ],
  ['65 instructions', memos(65)],
];

function withInstruction(
  [instruction]: SolanaMessage['instructions'],
  change: Partial<SolanaMessage['instructions'][number]>,
): Partial<SolanaMessage> {
  return instruction ? { instructions: [{ ...instruction, ...change }] } : {};
}

function withLookup(writable: readonly number[], readonly: readonly number[]): Partial<SolanaMessage> {
  const indexes = { writableIndexes: Uint8Array.from(writable), readonlyIndexes: Uint8Array.from(readonly) };
  return { version: 0, lookups: [{ tableKey: keyBytes(table), ...indexes }] };
}

const listed = upTo(130).map((index) => solanaKeypair(`listed ${index}`).address);

function changed(runtime: SolanaRuntime, change: Change): SolanaMessage {
  runtime.putTable(listed);
  const message = runtime.message(systemProgram, [alice.address, carol], [2, 0, 0, 0, ...lamports]);
  return { ...message, ...change(message) };
}

test.each(controls)('behavior: %s is signed and executed', (_, change) => {
  const runtime = new SolanaRuntime();
  expect(runtime.executes(signAs(alice, unsigned(changed(runtime, change))).signed)).toBe(true);
});

test.each(refusals)('error: %s is refused by the server and by the runtime', (_, change) => {
  const runtime = new SolanaRuntime();
  const message = changed(runtime, change);
  expect(() => signAs(alice, unsigned(message))).toThrow('invalid transaction: ');
  const encoded = encodeMessage(message);
  expect(runtime.executes(Uint8Array.of(1, ...alice.sign(encoded).bytes, ...encoded))).toBe(false);
});
