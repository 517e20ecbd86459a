import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { getTransferCheckedInstruction, getTransferInstruction } from '@solana-program/token';
import { describe, expect, test } from 'vitest';
import { decodeInstruction } from '../../chains/src/solana/decode-instruction.ts';
import { parseIdl } from '../../chains/src/solana/idl.ts';
import { readSolanaTransaction } from '../../chains/src/solana/read-solana-transaction.ts';
import { solanaTxOf } from '../../policy/src/namespaces/solana.ts';
import { type Example, type ExampleActivity, outcomeOf } from './policy-outcome.ts';
import { solanaKeypair } from './solana-keypair.ts';

const payer = solanaKeypair('payer');
const cosigner = solanaKeypair('cosigner');
const [friend, stranger, mint, otherMint, source, destination, multisig, program, table] = [
  'friend',
  'stranger',
  'mint',
  'other mint',
  'source',
  'destination',
  'multisig',
  'program',
  'table',
].map((name) => solanaKeypair(name).address) as Address[] as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
];

const idl = parseIdl(
  JSON.stringify({
    address: program,
    instructions: [
      {
        name: 'deposit',
        discriminator: [242, 35, 198, 137, 82, 225, 242, 182],
        accounts: [
          { name: 'vault', writable: true },
          { name: 'user', signer: true },
        ],
        args: [{ name: 'amount', type: 'u64' }],
      },
    ],
    types: [],
  }),
);

/** Signs a transaction that @solana/kit compiled. The interface of the program is stored. */
function transaction(
  instructions: readonly Instruction[],
  tables: Readonly<Record<Address, Address[]>> = {},
): ExampleActivity {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayer(payer.address, made),
    (made) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: friend as string as Blockhash, lastValidBlockHeight: 1n },
        made,
      ),
    (made) => appendTransactionMessageInstructions(instructions, made),
    (made) => compressTransactionMessageUsingAddressLookupTables(made, tables),
  );
  const bytes = Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
  const { content } = readSolanaTransaction(bytes, { publicKey: payer.publicKey });
  const parse = (instruction: Parameters<typeof decodeInstruction>[1]) =>
    instruction.programKey === program ? decodeInstruction(idl, instruction) : undefined;
  return { params: { type: 'TRANSACTION_TYPE_SOLANA' }, view: { 'solana.tx': solanaTxOf(content, parse) } };
}

const transferTo = (to: Address, amount = 1n) =>
  getTransferSolInstruction({ source: payer.signer, destination: to, amount });
const tokens = (more: object = {}) =>
  getTransferCheckedInstruction({
    source,
    mint,
    destination,
    authority: payer.signer,
    amount: 100n,
    decimals: 6,
    ...more,
  });
const unchecked = getTransferInstruction({ source, destination, authority: payer.signer, amount: 100n });
const byMultisig = (signer: typeof payer) => tokens({ authority: multisig, multiSigners: [signer.signer] });
const deposit = (vault: Address, amount: number): Instruction => ({
  programAddress: program,
  accounts: [
    { address: vault, role: AccountRole.WRITABLE },
    { address: payer.address, role: AccountRole.READONLY_SIGNER },
  ],
  data: Uint8Array.from([242, 35, 198, 137, 82, 225, 242, 182, amount, 0, 0, 0, 0, 0, 0, 0]),
});

const examples: readonly Example[] = [
  [
    'transfers between two accounts',
    {
      condition: `solana.tx.transfers.all(transfer, transfer.from == '${payer.address}' && transfer.to == '${friend}')`,
    },
    { allowed: [transaction([transferTo(friend)])], denied: [transaction([transferTo(friend), transferTo(stranger)])] },
  ],
  [
    'a single transfer',
    { condition: `solana.tx.transfers.count() == 1 && solana.tx.transfers[0].to == '${friend}'` },
    {
      allowed: [transaction([transferTo(friend)])],
      denied: [transaction([transferTo(friend), transferTo(friend)]), transaction([tokens()])],
    },
  ],
  [
    'the System Program only',
    { condition: `solana.tx.program_keys.all(program, program == '${SYSTEM_PROGRAM_ADDRESS}')` },
    { allowed: [transaction([transferTo(stranger)])], denied: [transaction([transferTo(friend), tokens()])] },
  ],
  [
    'a recipient denied',
    { effect: 'EFFECT_DENY', condition: `solana.tx.transfers.any(transfer, transfer.to == '${stranger}')` },
    { allowed: [transaction([transferTo(friend)])], denied: [transaction([transferTo(friend), transferTo(stranger)])] },
  ],
  [
    'exact data of an instruction',
    { condition: `solana.tx.instructions[0].instruction_data_hex == '020000000100000000000000'` },
    { allowed: [transaction([transferTo(friend)])], denied: [transaction([transferTo(friend, 2n)])] },
  ],
  [
    'the first account of the first instruction',
    {
      condition: `solana.tx.instructions[0].accounts[0].account_key == '${source}' && solana.tx.instructions[0].accounts[0].writable`,
    },
    { allowed: [transaction([tokens()])], denied: [transaction([tokens({ source: friend })])] },
  ],
  [
    'look-up tables denied',
    { effect: 'EFFECT_DENY', condition: 'solana.tx.address_table_lookups.count() > 0' },
    {
      allowed: [transaction([transferTo(friend)])],
      denied: [transaction([transferTo(friend)], { [table]: [friend] })],
    },
  ],
  [
    'a looked-up recipient is not the recipient that is allowed',
    { condition: `solana.tx.transfers.all(transfer, transfer.to == '${friend}')` },
    {
      allowed: [transaction([transferTo(friend)])],
      denied: [transaction([transferTo(friend)], { [table]: [friend] })],
    },
  ],
  [
    'SPL: from one token account',
    { condition: `solana.tx.spl_transfers.all(transfer, transfer.from == '${source}')` },
    { allowed: [transaction([tokens()])], denied: [transaction([tokens(), tokens({ source: stranger })])] },
  ],
  [
    'SPL: to one token account',
    { condition: `solana.tx.spl_transfers.count() == 1 && solana.tx.spl_transfers[0].to == '${destination}'` },
    { allowed: [transaction([tokens()])], denied: [transaction([tokens({ destination: stranger })])] },
  ],
  [
    'SPL: by one owner',
    { condition: `solana.tx.spl_transfers.all(transfer, transfer.owner == '${payer.address}')` },
    { allowed: [transaction([tokens()])], denied: [transaction([byMultisig(cosigner)])] },
  ],
  [
    'SPL: a cap on the amount',
    { condition: 'solana.tx.spl_transfers.all(transfer, transfer.amount <= 100)' },
    { allowed: [transaction([tokens()])], denied: [transaction([tokens({ amount: 101n })])] },
  ],
  [
    'SPL: one mint',
    { condition: `solana.tx.spl_transfers.all(transfer, transfer.token_mint == '${mint}')` },
    {
      allowed: [transaction([tokens()])],
      denied: [transaction([tokens({ mint: otherMint })]), transaction([unchecked])],
    },
  ],
  [
    'SPL: another mint denied, and so is a transfer that does not name it',
    {
      effect: 'EFFECT_DENY',
      condition: `solana.tx.spl_transfers.any(transfer, transfer.token_mint == '${otherMint}')`,
    },
    {
      allowed: [transaction([tokens()])],
      denied: [transaction([tokens({ mint: otherMint })]), transaction([unchecked])],
    },
  ],
  [
    'SPL: a signer of a multisig',
    { condition: `solana.tx.spl_transfers.all(transfer, transfer.signers.contains('${cosigner.address}'))` },
    {
      allowed: [transaction([byMultisig(cosigner)])],
      denied: [transaction([byMultisig(payer)]), transaction([tokens()])],
    },
  ],
  [
    'arguments and accounts by the interface of a program',
    {
      condition: `solana.tx.instructions.count() == 1
        && solana.tx.instructions[0].parsed_instruction_data.instruction_name == 'deposit'
        && solana.tx.instructions[0].parsed_instruction_data.named_accounts['vault'] == '${friend}'
        && solana.tx.instructions[0].parsed_instruction_data.program_call_args['amount'] <= 5`,
    },
    {
      allowed: [transaction([deposit(friend, 5)])],
      denied: [
        transaction([deposit(friend, 6)]),
        transaction([deposit(stranger, 5)]),
        transaction([transferTo(friend)]),
      ],
    },
  ],
];

describe.each(examples)('%s', (_, policy, { allowed, denied }) => {
  test('default: allowed', async () => {
    expect(await Promise.all(allowed.map((activity) => outcomeOf(policy, activity)))).toEqual(
      allowed.map(() => 'OUTCOME_ALLOW'),
    );
  });

  test('error: denied', async () => {
    const expected = policy.effect === 'EFFECT_DENY' ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_DENY_IMPLICIT';
    expect(await Promise.all(denied.map((activity) => outcomeOf(policy, activity)))).toEqual(
      denied.map(() => expected),
    );
  });
});
