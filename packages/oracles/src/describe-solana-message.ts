import {
  type AccountMeta,
  type Address,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  type Instruction,
  isSignerRole,
  isWritableRole,
  type ReadonlyUint8Array,
} from '@solana/kit';
import { parseSystemInstruction, SYSTEM_PROGRAM_ADDRESS, SystemInstruction } from '@solana-program/system';
import { parseBatchInstruction, parseTokenInstruction, TokenInstruction } from '@solana-program/token';
import type { SolanaTransaction, SolanaTransfer, SplTransfer } from '../../chains/src/solana/solana-transaction.ts';

type Tables = Readonly<Record<Address, Address[]>>;
/** What Solana's library says of an account, which may come from an address look-up table. */
type Meta = AccountMeta & { readonly lookupTableAddress?: Address; readonly addressIndex?: number };
type Whole = Required<Instruction<string, readonly Meta[]>>;

const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];

const keyOf = ({ address, lookupTableAddress }: Meta): string =>
  lookupTableAddress === undefined ? address : 'ADDRESS_TABLE_LOOKUP';

/** Says what a message does, as Solana's own libraries read it. */
export function describeSolanaMessage(messageBytes: ReadonlyUint8Array, tables: Tables): SolanaTransaction {
  const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (compiled.version === 1) throw new Error('not made here');
  const message = decompileTransactionMessage(compiled, { addressesByLookupTableAddress: tables });
  const listed: readonly Instruction<string, readonly Meta[]>[] = message.instructions;
  const instructions = listed.map((instruction): Whole => ({ accounts: [], data: new Uint8Array(), ...instruction }));
  return {
    version: compiled.version,
    accountKeys: compiled.staticAccounts,
    programKeys: compiled.staticAccounts.filter((key) =>
      instructions.some(({ programAddress }) => programAddress === key),
    ),
    instructions: instructions.map(({ programAddress, accounts, data }) => ({
      programKey: programAddress,
      accounts: accounts.map((meta) => ({
        accountKey: keyOf(meta),
        signer: isSignerRole(meta.role),
        writable: isWritableRole(meta.role),
      })),
      dataHex: Buffer.from(data).toString('hex'),
      addressTableLookups: accounts.flatMap(({ lookupTableAddress, addressIndex, role }) =>
        lookupTableAddress === undefined || addressIndex === undefined
          ? []
          : [{ addressTableKey: lookupTableAddress, index: addressIndex, writable: isWritableRole(role) }],
      ),
    })),
    transfers: instructions.flatMap(systemTransfers),
    splTransfers: instructions.flatMap(splTransfers),
    recentBlockhash: compiled.lifetimeToken,
    addressTableLookups: (compiled.version === 0 ? (compiled.addressTableLookups ?? []) : []).map(
      ({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
        addressTableKey: lookupTableAddress,
        writableIndexes,
        readonlyIndexes,
      }),
    ),
  };
}

function systemTransfers(instruction: Whole): SolanaTransfer[] {
  if (instruction.programAddress !== SYSTEM_PROGRAM_ADDRESS) return [];
  const parsed = parseSystemInstruction({ ...instruction, programAddress: SYSTEM_PROGRAM_ADDRESS });
  if (
    parsed.instructionType !== SystemInstruction.TransferSol &&
    parsed.instructionType !== SystemInstruction.TransferSolWithSeed
  )
    return [];
  const { source, destination } = parsed.accounts;
  return [{ from: keyOf(source), to: keyOf(destination), amount: parsed.data.amount }];
}

function splTransfers(instruction: Whole): SplTransfer[] {
  if (!tokenPrograms.includes(instruction.programAddress)) return [];
  const whole = parseTokenInstruction(instruction);
  const parts =
    whole.instructionType === TokenInstruction.Batch ? parseBatchInstruction(instruction).instructions : [whole];
  return parts.flatMap((part) => {
    if (part.instructionType !== TokenInstruction.Transfer && part.instructionType !== TokenInstruction.TransferChecked)
      return [];
    const named = Object.values(part.accounts).length;
    // In a batch nobody signs for a multisig account here.
    const others = part === whole ? instruction.accounts.slice(named) : [];
    return [
      {
        from: keyOf(part.accounts.source),
        to: keyOf(part.accounts.destination),
        amount: part.data.amount,
        owner: keyOf(part.accounts.authority),
        signers: others.filter(({ role }) => isSignerRole(role)).map(keyOf),
        tokenMint: 'mint' in part.accounts ? keyOf(part.accounts.mint) : undefined,
      },
    ];
  });
}
