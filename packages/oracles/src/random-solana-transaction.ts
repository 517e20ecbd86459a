import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getAddressDecoder,
  type Instruction,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Transaction,
} from '@solana/kit';
import {
  getAdvanceNonceAccountInstruction,
  getTransferSolInstruction,
  getTransferSolWithSeedInstruction,
} from '@solana-program/system';
import {
  getApproveInstruction,
  getBatchInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { type SolanaKeypair, solanaKeypair } from './solana-keypair.ts';

/** Returns a number from 0 up to a limit. */
export type Random = (below: number) => number;

/** mulberry32: the same numbers in every run. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;

const keypairs = Array.from({ length: 6 }, (_, index) => solanaKeypair(`signer ${index}`));
const addresses = Array.from({ length: 40 }, (_, index) => solanaKeypair(`account ${index}`).address);
const programs = Array.from({ length: 5 }, (_, index) => solanaKeypair(`program ${index}`).address);

/** Address look-up tables: half of the accounts are in one of them. */
export const tables: Readonly<Record<Address, Address[]>> = Object.fromEntries(
  Array.from({ length: 3 }, (_, index) => [
    solanaKeypair(`table ${index}`).address,
    addresses.filter((_address, position) => position % 6 === index),
  ]),
);

const pick = <Item>(random: Random, items: readonly Item[]) => items[random(items.length)] as Item;
const bytes = (random: Random, length: number) => Uint8Array.from({ length }, () => random(256));
const amount = (random: Random) => new DataView(bytes(random, 8).buffer).getBigUint64(0);
const several = <Item>(random: Random, max: number, make: () => Item) => Array.from({ length: random(max + 1) }, make);

function anyInstruction(random: Random): Instruction {
  const accounts = several(random, 8, () =>
    random(4) === 0
      ? { address: pick(random, keypairs).address, role: pick(random, signerRoles) }
      : { address: pick(random, addresses), role: pick(random, [AccountRole.READONLY, AccountRole.WRITABLE]) },
  );
  return { programAddress: pick(random, programs), accounts, data: bytes(random, random(random(4) ? 20 : 300)) };
}
const signerRoles = [AccountRole.READONLY_SIGNER, AccountRole.WRITABLE_SIGNER];

/** An instruction that names one account as often as said. It takes one byte each time. */
export function fillerInstruction(random: Random, times: number): Instruction {
  const account = { address: pick(random, addresses), role: AccountRole.READONLY };
  return { programAddress: pick(random, programs), accounts: Array.from({ length: times }, () => account) };
}

function tokenInstruction(random: Random, canHaveMultisig: boolean) {
  const programAddress = random(2) ? token2022 : TOKEN_PROGRAM_ADDRESS;
  const isMultisig = canHaveMultisig && random(3) === 0;
  const input = {
    source: pick(random, addresses),
    destination: pick(random, addresses),
    mint: pick(random, addresses),
    delegate: pick(random, addresses),
    authority: isMultisig ? pick(random, addresses) : pick(random, keypairs).signer,
    multiSigners: isMultisig ? several(random, 3, () => pick(random, keypairs).signer) : [],
    owner: pick(random, keypairs).signer,
    amount: amount(random),
    decimals: random(256),
  };
  switch (random(3)) {
    case 0:
      return getTransferInstruction(input, { programAddress });
    case 1:
      return getTransferCheckedInstruction(input, { programAddress });
    default:
      return getApproveInstruction(input, { programAddress });
  }
}

function systemInstruction(random: Random): Instruction {
  const transfer = {
    destination: pick(random, addresses),
    amount: amount(random),
  };
  switch (random(3)) {
    case 0:
      return getTransferSolInstruction({ ...transfer, source: pick(random, keypairs).signer });
    case 1:
      return getTransferSolWithSeedInstruction({
        ...transfer,
        source: pick(random, addresses),
        baseAccount: pick(random, keypairs).signer,
        fromSeed: pick(random, ['', 'seed', 'Größe ✓']),
        fromOwner: pick(random, addresses),
      });
    default:
      return getAdvanceNonceAccountInstruction({
        nonceAccount: pick(random, addresses),
        nonceAuthority: pick(random, keypairs).signer,
      });
  }
}

function instruction(random: Random): Instruction {
  switch (random(4)) {
    case 0:
      return systemInstruction(random);
    case 1:
      return tokenInstruction(random, true);
    case 2: {
      const batch = [tokenInstruction(random, false), ...several(random, 2, () => tokenInstruction(random, false))];
      const programAddress = pick(random, batch).programAddress;
      return getBatchInstruction(
        batch.map((inner) => ({ ...inner, programAddress })),
        { programAddress },
      );
    }
    default:
      return anyInstruction(random);
  }
}

export interface RandomTransaction {
  readonly transaction: Transaction;
  /** One of its signers, which has not signed. The others may have. */
  readonly keypair: SolanaKeypair;
}

/** Builds a transaction with Solana's own library. It begins with the given instructions. */
export function randomSolanaTransaction(
  random: Random,
  version: 'legacy' | 0,
  first: readonly Instruction[] = [],
): RandomTransaction {
  const instructions = [...first, ...several(random, 5, () => instruction(random))];
  const lifetime = {
    blockhash: getAddressDecoder().decode(bytes(random, 32)) as string as Blockhash,
    lastValidBlockHeight: 0n,
  };
  const payer = pick(random, keypairs).address;
  const { messageBytes, signatures } =
    version === 'legacy'
      ? pipe(
          createTransactionMessage({ version }),
          (message) => setTransactionMessageFeePayer(payer, message),
          (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
          (message) => appendTransactionMessageInstructions(instructions, message),
          (message) => compileTransaction(message),
        )
      : pipe(
          createTransactionMessage({ version }),
          (message) => setTransactionMessageFeePayer(payer, message),
          (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
          (message) => appendTransactionMessageInstructions(instructions, message),
          (message) => compressTransactionMessageUsingAddressLookupTables(message, tables),
          (message) => compileTransaction(message),
        );
  const keypair = pick(
    random,
    keypairs.filter(({ address }) => address in signatures),
  );
  const others = Object.keys(signatures).filter((address) => address !== keypair.address && random(2) === 0);
  const signed = Object.fromEntries(others.map((address) => [address, bytes(random, 64) as SignatureBytes]));
  return { transaction: { messageBytes, signatures: { ...signatures, ...signed } }, keypair };
}
