import type { AddressTableLookup, ProgramCall, SolanaInstruction, SolanaTransaction } from '@mintmark/chains/solana';
import type { Struct } from '../values/value.ts';
import { hex, solanaAccount, solanaKey } from './forms.ts';
import { once } from './once.ts';
import { any, bool, field, int, listOf, mapOf, structOf, text, textOf } from './types.ts';

const lookup = structOf('SolanaLookup', {
  address_table_key: field(textOf(solanaKey), 'The address look-up table.'),
  writable_indexes: field(listOf(int), 'The indexes in the table that are looked up as writable accounts.'),
  readonly_indexes: field(listOf(int), 'The indexes in the table that are looked up as read-only accounts.'),
});

const instruction = structOf('SolanaInstruction', {
  program_key: field(textOf(solanaKey), 'The program that is called.'),
  accounts: field(
    listOf(
      structOf('SolanaAccount', {
        account_key: field(textOf(solanaAccount), 'The account, or ADDRESS_TABLE_LOOKUP if only the chain knows it.'),
        signer: field(bool, 'Whether the account signs the transaction.'),
        writable: field(bool, 'Whether the transaction may change the account.'),
      }),
    ),
    'The accounts of the instruction, in its order.',
  ),
  instruction_data_hex: field(textOf(hex), 'The data of the instruction, in hex without 0x.'),
  address_table_lookups: field(listOf(lookup), 'Where the looked-up accounts of the instruction are found.'),
  parsed_instruction_data: field(
    structOf('SolanaProgramCall', {
      instruction_name: field(text, 'The name of the instruction in the interface.'),
      discriminator: field(textOf(hex), 'The bytes that the data begins with, in hex without 0x.'),
      named_accounts: field(mapOf(textOf(solanaAccount)), 'The accounts by their names in the interface.'),
      program_call_args: field(
        mapOf(any),
        'The arguments by their names. Keys are in base58, bytes in hex without 0x, structs are maps.',
      ),
    }),
    'The call as the interface of the program names it. Missing unless an interface is stored for the program, and the data is exactly a call of it.',
  ),
});

export const solanaTx = field(
  structOf('SolanaTransaction', {
    account_keys: field(listOf(textOf(solanaKey)), 'The accounts that are named in full. The first one pays the fee.'),
    program_keys: field(listOf(textOf(solanaKey)), 'The programs that the instructions call, each once.'),
    instructions: field(listOf(instruction), 'The instructions, in their order.'),
    transfers: field(
      listOf(
        structOf('SolanaTransfer', {
          from: field(textOf(solanaAccount), 'The account that pays.'),
          to: field(textOf(solanaAccount), 'The account that receives.'),
          amount: field(int, 'The amount in lamports.'),
        }),
      ),
      'What instructions of the System Program transfer: Transfer and TransferWithSeed.',
    ),
    recent_blockhash: field(textOf(solanaKey), 'The hash of a recent block, or the value of a nonce account.'),
    spl_transfers: field(
      listOf(
        structOf('SplTransfer', {
          from: field(textOf(solanaAccount), 'The token account that pays.'),
          to: field(textOf(solanaAccount), 'The token account that receives.'),
          amount: field(int, 'The amount in the smallest unit of the token.'),
          owner: field(textOf(solanaAccount), 'The owner of the paying account, or its delegate.'),
          signers: field(listOf(textOf(solanaAccount)), 'The accounts that sign for a multisig owner.'),
          token_mint: field(
            textOf(solanaAccount),
            'The mint of the token. Missing in a Transfer, which does not name it.',
          ),
        }),
      ),
      'What instructions of the token programs transfer: Transfer, TransferChecked and TransferCheckedWithFee, also in a batch.',
    ),
    address_table_lookups: field(listOf(lookup), 'What is taken from address look-up tables.'),
  }),
  'The Solana transaction to sign.',
);

/** Says what an instruction means, if that is known. */
export type ParseInstruction = (instruction: SolanaInstruction) => ProgramCall | undefined;

/** A Solana transaction, as policies see it. */
export function solanaTxOf(transaction: SolanaTransaction, parse: ParseInstruction): Struct {
  const instructions = once(() => transaction.instructions.map((each) => instructionOf(each, parse)));
  const splTransfers = once(() =>
    transaction.splTransfers.map(({ tokenMint, ...transfer }) => ({ ...transfer, token_mint: tokenMint })),
  );
  return {
    account_keys: transaction.accountKeys,
    program_keys: transaction.programKeys,
    get instructions() {
      return instructions();
    },
    transfers: transaction.transfers.map(({ from, to, amount }) => ({ from, to, amount })),
    recent_blockhash: transaction.recentBlockhash,
    get spl_transfers() {
      return splTransfers();
    },
    address_table_lookups: transaction.addressTableLookups.map(lookupOf),
  };
}

function instructionOf(instruction: SolanaInstruction, parse: ParseInstruction): Struct {
  const call = once(() => parse(instruction));
  return {
    program_key: instruction.programKey,
    accounts: instruction.accounts.map(({ accountKey, signer, writable }) => ({
      account_key: accountKey,
      signer,
      writable,
    })),
    instruction_data_hex: instruction.dataHex,
    address_table_lookups: lookupsOf(instruction).map(lookupOf),
    get parsed_instruction_data() {
      const parsed = call();
      return (
        parsed && {
          instruction_name: parsed.instructionName,
          discriminator: parsed.discriminator,
          named_accounts: parsed.accounts,
          program_call_args: parsed.arguments,
        }
      );
    },
  };
}

/** The looked-up accounts of an instruction, by table. */
function lookupsOf({ addressTableLookups }: SolanaInstruction): AddressTableLookup[] {
  const tables = Map.groupBy(addressTableLookups, ({ addressTableKey }) => addressTableKey);
  return [...tables].map(([addressTableKey, places]) => {
    const indexes = (writable: boolean) =>
      places.filter((each) => each.writable === writable).map(({ index }) => index);
    return { addressTableKey, writableIndexes: indexes(true), readonlyIndexes: indexes(false) };
  });
}

const lookupOf = ({ addressTableKey, writableIndexes, readonlyIndexes }: AddressTableLookup): Struct => ({
  address_table_key: addressTableKey,
  writable_indexes: writableIndexes.map(BigInt),
  readonly_indexes: readonlyIndexes.map(BigInt),
});
