import { bytesToHex } from '@noble/hashes/utils.js';
import { invalidTransaction } from '../chain-error.ts';
import type { SolanaMessage } from './solana-message.ts';

/** The runtime locks at most 128 accounts for a transaction, and at most 64 on a cluster without that feature. */
const maxAccounts = 128;

/** The runtime stops at the 65th instruction. */
const maxInstructions = 64;

/** Refuses a message that the runtime would refuse before it executes anything. */
export function checkMessage(message: SolanaMessage): void {
  checkHeader(message);
  checkLookups(message);
  checkAccounts(message);
  checkInstructions(message);
}

function checkHeader({ header, accountKeys }: SolanaMessage): void {
  if (header.requiredSignatures === 0) throw invalidTransaction('the header requires no signature');
  if (header.readonlySigned >= header.requiredSignatures)
    throw invalidTransaction('the header makes the fee payer read-only');
  if (header.requiredSignatures + header.readonlyUnsigned > accountKeys.length)
    throw invalidTransaction('the header counts more accounts than there are account keys');
}

function checkLookups({ lookups }: SolanaMessage): void {
  if (hasDuplicates(lookups.map(({ tableKey }) => bytesToHex(tableKey))))
    throw invalidTransaction('the address table lookups contain a duplicate table');
  for (const { writableIndexes, readonlyIndexes } of lookups) {
    const indexes = [...writableIndexes, ...readonlyIndexes];
    if (indexes.length === 0) throw invalidTransaction('an address table lookup has no index');
    if (hasDuplicates(indexes)) throw invalidTransaction('an address table lookup contains a duplicate index');
  }
}

function checkAccounts(message: SolanaMessage): void {
  if (hasDuplicates(message.accountKeys.map((key) => bytesToHex(key))))
    throw invalidTransaction('the account keys contain a duplicate');
  if (countAccounts(message) > maxAccounts)
    throw invalidTransaction(`it has ${countAccounts(message)} accounts, and the limit is ${maxAccounts}`);
}

function checkInstructions(message: SolanaMessage): void {
  const { instructions, accountKeys } = message;
  const accounts = countAccounts(message);
  if (instructions.length > maxInstructions)
    throw invalidTransaction(`it has ${instructions.length} instructions, and the limit is ${maxInstructions}`);
  for (const [position, { programIndex, accountIndexes }] of instructions.entries()) {
    const name = `instruction ${position + 1}`;
    if (programIndex === 0) throw invalidTransaction(`the program of ${name} is the fee payer`);
    if (programIndex >= accounts) throw invalidTransaction(`the program index of ${name} is out of range`);
    if (programIndex >= accountKeys.length)
      throw invalidTransaction(`the program of ${name} comes from an address lookup table`);
    if (accountIndexes.some((index) => index >= accounts))
      throw invalidTransaction(`an account index of ${name} is out of range`);
  }
}

const countAccounts = ({ accountKeys, lookups }: SolanaMessage) =>
  lookups.reduce(
    (count, { writableIndexes, readonlyIndexes }) => count + writableIndexes.length + readonlyIndexes.length,
    accountKeys.length,
  );

const hasDuplicates = (items: readonly (string | number)[]) => new Set(items).size < items.length;
