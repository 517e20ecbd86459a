import { type Address, getAddressEncoder, getBase58Encoder, getTransactionDecoder, type Lamports } from '@solana/kit';
import { AccountState, getMintEncoder, getTokenEncoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { readSolanaTransaction } from '../../chains/src/solana/read-solana-transaction.ts';
import { encodeList, encodeMessage, type SolanaMessage } from '../../chains/src/solana/solana-message.ts';
import type { SolanaTransaction } from '../../chains/src/solana/solana-transaction.ts';
import { type SolanaKeypair, solanaKeypair } from './solana-keypair.ts';

export const systemProgram = '11111111111111111111111111111111' as Address;
export const tokenProgram = TOKEN_PROGRAM_ADDRESS;
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;
const tableProgram = 'AddressLookupTab1e1111111111111111111111111' as Address;

export const [alice, bob] = [solanaKeypair('alice'), solanaKeypair('bob')];
export const [mint, fromToken, toToken, table] = ['mint', 'from', 'to', 'table'].map(
  (name) => solanaKeypair(name).address,
) as [Address, Address, Address, Address];

/** The bytes of a key. */
export const keyBytes = (address: Address) => Uint8Array.from(getAddressEncoder().encode(address));

const rich = 10_000_000_000n as Lamports;

/** Solana's own runtime, in which alice and bob have lamports, and alice has 1,000 tokens of one of the token programs. */
export class SolanaRuntime {
  readonly svm = new LiteSVM();

  constructor(tokens: Address = tokenProgram) {
    for (const { address } of [alice, bob]) this.svm.airdrop(address, rich);
    const mintState = { supply: 1000n, decimals: 2, isInitialized: true, freezeAuthority: null };
    this.put(mint, tokens, getMintEncoder().encode({ ...mintState, mintAuthority: alice.address }));
    this.put(fromToken, tokens, encodeTokens(alice.address, 1000n));
    this.put(toToken, tokens, encodeTokens(bob.address, 0n));
  }

  put(address: Address, programAddress: Address, data: ArrayLike<number>): void {
    const account = { address, programAddress, executable: false, lamports: rich, space: BigInt(data.length) };
    this.svm.setAccount({ ...account, data: Uint8Array.from(data) });
  }

  /** Puts an address look-up table with these addresses onto the chain. */
  putTable(addresses: readonly Address[]): void {
    const state = Buffer.alloc(56);
    state.writeUInt32LE(1, 0);
    state.writeBigUInt64LE(2n ** 64n - 1n, 4);
    // A table is used only after the slot in which it was extended.
    this.svm.warpToSlot(100n);
    this.put(table, tableProgram, Buffer.concat([state, ...addresses.map(keyBytes)]));
  }

  lamportsOf(address: Address): bigint {
    return this.svm.getBalance(address) ?? 0n;
  }

  tokensOf(address: Address): bigint {
    const account = this.svm.getAccount(address);
    return account.exists ? Buffer.from(account.data).readBigUInt64LE(64) : 0n;
  }

  /** A legacy message with the latest blockhash, which alice pays for and which has one instruction. */
  message(
    programAddress: Address,
    accounts: readonly Address[],
    data: readonly number[],
    others: Partial<SolanaMessage> = {},
  ): SolanaMessage {
    const keys = [...new Set([alice.address, ...accounts, programAddress])];
    const indexOf = (address: Address) => keys.indexOf(address);
    return {
      version: 'legacy',
      header: { requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 1 },
      accountKeys: keys.map(keyBytes),
      recentBlockhash: Uint8Array.from(getBase58Encoder().encode(this.svm.latestBlockhash())),
      instructions: [
        {
          programIndex: indexOf(programAddress),
          accountIndexes: Uint8Array.from(accounts, indexOf),
          data: Uint8Array.from(data),
        },
      ],
      lookups: [],
      ...others,
    };
  }

  /** Tells whether a signed transaction was executed. */
  executes(signed: Uint8Array): boolean {
    const result = this.svm.sendTransaction(getTransactionDecoder().decode(signed));
    return !(result instanceof FailedTransactionMetadata);
  }
}

function encodeTokens(owner: Address, amount: bigint): Uint8Array {
  const state = { mint, owner, amount, delegate: null, state: AccountState.Initialized, isNative: null };
  return Uint8Array.from(getTokenEncoder().encode({ ...state, delegatedAmount: 0n, closeAuthority: null }));
}

/** A transaction without signatures. */
export const unsigned = (message: SolanaMessage): Uint8Array =>
  Buffer.concat([
    encodeList(Array(message.header.requiredSignatures).fill(new Uint8Array(64))),
    encodeMessage(message),
  ]);

/** Signs a transaction as the server does, and returns it with what the server says about it. */
export function signAs(keypair: SolanaKeypair, bytes: Uint8Array): { signed: Uint8Array; content: SolanaTransaction } {
  const { requests, sign, content } = readSolanaTransaction(bytes, keypair);
  return { signed: sign(requests.map(({ message }) => keypair.sign(message))), content };
}
