import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeSolana } from '../addresses/solana.ts';
import { readSplTransfers, token2022Program, tokenProgram } from './read-spl-transfers.ts';
import { readSystemTransfer, systemProgram } from './read-system-transfer.ts';
import type { SolanaMessage } from './solana-message.ts';
import type { AddressTableLookup, LookedUpAccount, SolanaAccount, SolanaTransaction } from './solana-transaction.ts';

/** Stands for the key of an account that only the chain knows. No key in base58 has an underscore. */
export const lookedUpKey = 'ADDRESS_TABLE_LOOKUP';

/** What instructions name by an index. */
interface IndexedAccount {
  readonly account: SolanaAccount;
  readonly lookup?: LookedUpAccount;
}

/** Says what a message does, which must have been checked. */
export function describeMessage(message: SolanaMessage): SolanaTransaction {
  const accountKeys = message.accountKeys.map(encodeSolana);
  const addressTableLookups = message.lookups.map(({ tableKey, writableIndexes, readonlyIndexes }) => ({
    addressTableKey: encodeSolana(tableKey),
    writableIndexes: [...writableIndexes],
    readonlyIndexes: [...readonlyIndexes],
  }));
  const indexed = [...namedAccounts(message, accountKeys), ...lookedUpAccounts(addressTableLookups)];
  const called = message.instructions.map(({ programIndex, accountIndexes, data }) => {
    const named = [...accountIndexes].flatMap((index) => indexed[index] ?? []);
    return {
      programKey: accountKeys[programIndex] ?? '',
      accounts: named.map(({ account }) => account),
      addressTableLookups: named.flatMap(({ lookup }) => lookup ?? []),
      data,
    };
  });
  const programKeys = new Set(called.map(({ programKey }) => programKey));
  return {
    version: message.version,
    accountKeys,
    programKeys: accountKeys.filter((key) => programKeys.has(key)),
    instructions: called.map(({ data, ...instruction }) => ({ ...instruction, dataHex: bytesToHex(data) })),
    transfers: called.flatMap(({ programKey, data, accounts }) =>
      programKey === systemProgram ? readSystemTransfer(data, accounts) : [],
    ),
    splTransfers: called.flatMap(({ programKey, data, accounts }) =>
      programKey === tokenProgram || programKey === token2022Program
        ? readSplTransfers(programKey, data, accounts)
        : [],
    ),
    recentBlockhash: encodeSolana(message.recentBlockhash),
    addressTableLookups,
  };
}

function namedAccounts({ header }: SolanaMessage, accountKeys: readonly string[]): IndexedAccount[] {
  const writableSigners = header.requiredSignatures - header.readonlySigned;
  const writableAccounts = accountKeys.length - header.readonlyUnsigned;
  return accountKeys.map((accountKey, index) => {
    const signer = index < header.requiredSignatures;
    return { account: { accountKey, signer, writable: index < (signer ? writableSigners : writableAccounts) } };
  });
}

/** The writable accounts of all tables come first, then the others. */
function lookedUpAccounts(lookups: readonly AddressTableLookup[]): IndexedAccount[] {
  const take = (indexes: 'writableIndexes' | 'readonlyIndexes', writable: boolean) => {
    const account: SolanaAccount = { accountKey: lookedUpKey, signer: false, writable };
    return lookups.flatMap(({ addressTableKey, ...lookup }) =>
      lookup[indexes].map((index) => ({ account, lookup: { addressTableKey, index, writable } })),
    );
  };
  return [...take('writableIndexes', true), ...take('readonlyIndexes', false)];
}
