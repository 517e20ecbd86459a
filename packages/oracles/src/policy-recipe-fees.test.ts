import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { Psbt, payments, Transaction } from 'bitcoinjs-lib';
import { pointFromScalar } from 'tiny-secp256k1';
import { utils } from 'tronweb';
import {
  encodeFunctionData,
  parseAbi as parseHumanAbi,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { readBitcoinTransaction } from '../../chains/src/bitcoin/read-bitcoin-transaction.ts';
import { parseAbi } from '../../chains/src/ethereum/abi.ts';
import { decodeCall } from '../../chains/src/ethereum/decode-call.ts';
import { readEthereumTransaction } from '../../chains/src/ethereum/read-ethereum-transaction.ts';
import { decodeInstruction } from '../../chains/src/solana/decode-instruction.ts';
import { parseIdl } from '../../chains/src/solana/idl.ts';
import { readSolanaTransaction } from '../../chains/src/solana/read-solana-transaction.ts';
import { readTronTransaction } from '../../chains/src/tron/read-tron-transaction.ts';
import type { TronContract } from '../../chains/src/tron/tron-transaction.ts';
import { bitcoinTxOf } from '../../policy/src/namespaces/bitcoin.ts';
import { ethTxOf } from '../../policy/src/namespaces/ethereum.ts';
import { solanaTxOf } from '../../policy/src/namespaces/solana.ts';
import { tronTxOf } from '../../policy/src/namespaces/tron.ts';
import { type ExampleActivity, outcomeOf } from './policy-outcome.ts';
import { readPolicyRecipes } from './policy-recipes.ts';
import { solanaKeypair } from './solana-keypair.ts';
import { jsonOf } from './tron-contracts.ts';

/** Everybody whom the recipes name, so that only the condition and the time decide. */
const approvers = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'].map((id) => ({
  id,
  tags: ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'],
}));

/** An activity with a usual fee, and the same one with fees that give the balance away. */
interface Fees {
  readonly usual: readonly ExampleActivity[];
  readonly huge: readonly ExampleActivity[];
}

const ether = 10n ** 18n;
const gwei = 10n ** 9n;
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const publicKey = Buffer.from(account.publicKey.slice(2), 'hex');
const recipient = `0x${'35'.repeat(20)}` as const;
const contract = `0x${'22'.repeat(20)}` as const;

const human = parseHumanAbi([
  'function transfer(address to, uint256 amount)',
  'function stake(uint256 amount)',
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
]);
const abi = parseAbi(JSON.stringify(human));

/** Signs a transaction that viem serialized, of the oldest type or of the newest one with a fee market. */
function ethereum(fields: Partial<TransactionSerializable>): ExampleActivity {
  const unsigned = serializeTransaction({ chainId: 1, ...fields } as TransactionSerializable);
  const { content } = readEthereumTransaction(Buffer.from(unsigned.slice(2), 'hex'), { publicKey });
  const details = { from: () => account.address.toLowerCase(), call: () => decodeCall(abi, content.data) };
  return { view: { 'eth.tx': ethTxOf(content, details) } };
}

function ethereumFees(fields: Partial<TransactionSerializable>, gas = 60_000n): Fees {
  const priced = (price: bigint, limit = gas) => [
    ethereum({ ...fields, type: 'legacy', gas: limit, gasPrice: price } as Partial<TransactionSerializable>),
    ethereum({ ...fields, type: 'eip2930', gas: limit, gasPrice: price } as Partial<TransactionSerializable>),
    ethereum({ ...fields, type: 'eip1559', gas: limit, maxFeePerGas: price } as Partial<TransactionSerializable>),
  ];
  return { usual: priced(30n * gwei), huge: [...priced(ether), ...priced(30n * gwei, 30_000_000n)] };
}

const calling = (functionName: 'transfer' | 'stake' | 'executeBatch', args: readonly unknown[]) => ({
  to: contract,
  data: encodeFunctionData({ abi: human, functionName, args } as Parameters<typeof encodeFunctionData>[0]),
});
const payment = ethereumFees({ to: recipient, value: ether });
const tokens = ethereumFees(calling('transfer', [recipient, 100_000_000n]));
const batch = ethereumFees(calling('executeBatch', [[{ target: recipient, value: 1n, data: '0x' }]]), 500_000n);

const point = pointFromScalar(Buffer.alloc(32, 1)) as Uint8Array;
const own = payments.p2wpkh({ pubkey: point }).output as Uint8Array;

/** Signs a PSBT that bitcoinjs-lib made, which spends coins of 1,000,000 satoshis together. */
function bitcoin(value: bigint, { coins = 1n, isProven = true } = {}): ExampleActivity {
  const psbt = new Psbt();
  for (let coin = 0n; coin < coins; coin++) {
    const previous = new Transaction();
    previous.addInput(Buffer.alloc(32, Number(coin) + 1), 0);
    previous.addOutput(own, 1_000_000n / coins);
    const utxo = { script: own, value: 1_000_000n / coins };
    psbt.addInput({
      hash: previous.getHash(),
      index: 0,
      ...(isProven ? { nonWitnessUtxo: previous.toBuffer() } : { witnessUtxo: utxo }),
    });
  }
  return bitcoinOf(psbt, value);
}
function bitcoinOf(psbt: Psbt, value: bigint): ExampleActivity {
  psbt.addOutput({ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', value });
  const { content } = readBitcoinTransaction(psbt.toBuffer(), { publicKey: point }, { network: 'mainnet' });
  return { view: { 'bitcoin.tx': bitcoinTxOf(content) } };
}
const bitcoinFees: Fees = {
  usual: [bitcoin(995_000n), bitcoin(990_000n)],
  huge: [bitcoin(989_999n), bitcoin(1_000n), bitcoin(995_000n, { coins: 2n, isProven: false })],
};
/** Spends the coin that the recipe names. A signature over its only input covers the amount. */
const oneCoin = (value: bigint) =>
  bitcoinOf(
    new Psbt().addInput({ hash: 'ab'.repeat(32), index: 0, witnessUtxo: { script: own, value: 1_000_000n } }),
    value,
  );

/** Signs a transaction that tronweb encoded. */
function tron(contracted: TronContract, feeLimit: bigint): ExampleActivity {
  const transaction = {
    refBlockBytes: '0102',
    refBlockHash: '0102030405060708',
    expiration: 1n,
    data: '',
    timestamp: 1n,
  };
  const message = utils.transaction.txJsonToPb(jsonOf({ ...transaction, feeLimit, contract: [contracted] }));
  const { content } = readTronTransaction(message.getRawData().serializeBinary(), { publicKey: point });
  return { view: { 'tron.tx': tronTxOf(content) } };
}
const trc20 = (feeLimit: bigint) =>
  tron(
    {
      type: 'TriggerSmartContract',
      permissionId: 0,
      ownerAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      contractAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      callValue: 0n,
      data: `a9059cbb${'00'.repeat(64)}`,
      callTokenValue: 0n,
      tokenId: 0n,
    },
    feeLimit,
  );

const payer = solanaKeypair('payer');
const known = '3JF3sEqM796hk5WFqA6EtmEwJQ9quALszsfJyvXNQKy3' as Address;
const paid = '4Ss5JMkXAD9Z7cktFEdrqeMuT6jGMF1pVozTyPHZ6zT4' as Address;
const mint = '6k78AbasGMFFrhG95Pj6jQbqkVt7FQMhVgemxJovWKR6' as Address;

const idl = parseIdl(
  JSON.stringify({
    instructions: [{ name: 'deposit', accounts: [], args: [{ name: 'amount', type: 'u64' }] }],
    types: [],
  }),
);

/** Signs a transaction that @solana/kit compiled. The interface of the program is stored. */
function solana(instructions: readonly Instruction[]): ExampleActivity {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayer(payer.address, made),
    (made) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: known as string as Blockhash, lastValidBlockHeight: 1n },
        made,
      ),
    (made) => appendTransactionMessageInstructions(instructions, made),
  );
  const bytes = Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
  const { content } = readSolanaTransaction(bytes, { publicKey: payer.publicKey });
  const parse = (instruction: Parameters<typeof decodeInstruction>[1]) =>
    instruction.programKey === paid ? decodeInstruction(idl, instruction) : undefined;
  return { view: { 'solana.tx': solanaTxOf(content, parse) } };
}

/** SetComputeUnitPrice with the highest price. The program ignores accounts. */
const priority = (...accounts: readonly Address[]): Instruction => ({
  programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
  accounts: accounts.map((each) => ({ address: each, role: AccountRole.READONLY })),
  data: Uint8Array.from([3, ...Array(8).fill(0xff)]),
});
function solanaFees(instruction: Instruction): Fees {
  return {
    usual: [solana([instruction])],
    huge: [
      solana([priority(), instruction]),
      solana([instruction, priority(known)]),
      solana([priority()]),
      solana([priority(known)]),
    ],
  };
}
const lamports = (amount: bigint, from = payer.address): Instruction => ({
  ...getTransferSolInstruction({ source: payer.signer, destination: paid, amount }),
  accounts: [
    { address: from, role: AccountRole.WRITABLE_SIGNER },
    { address: paid, role: AccountRole.WRITABLE },
  ],
});
/** A transfer of tokens that this account signs, or these members of a multisig account. */
const spl = (authority: Address, ...members: readonly Address[]): Instruction => {
  const [signed, role] = [AccountRole.READONLY_SIGNER, AccountRole.READONLY];
  return {
    programAddress: TOKEN_PROGRAM_ADDRESS,
    data: Uint8Array.from([12, 100, 0, 0, 0, 0, 0, 0, 0, 6]),
    accounts: [
      { address: known, role: AccountRole.WRITABLE },
      { address: mint, role },
      { address: paid, role: AccountRole.WRITABLE },
      { address: authority, role: members.length > 0 ? role : signed },
      ...members.map((address) => ({ address, role: signed })),
    ],
  };
};
const ofPayer = solanaFees(spl(payer.address));
const deposit: Instruction = {
  programAddress: paid,
  accounts: [],
  data: Uint8Array.from([242, 35, 198, 137, 82, 225, 242, 182, 1, 0, 0, 0, 0, 0, 0, 0]),
};

const fees: Readonly<Record<string, Fees>> = {
  'Payments to known recipients': payment,
  'Large payments need two treasurers': ethereumFees({ to: recipient, value: 2n * ether }),
  'Token transfers by selector': tokens,
  'Token transfers up to 100': tokens,
  'One function of a contract': ethereumFees(calling('stake', [1n])),
  'Batches of at most five calls': batch,
  'Batches with known targets': batch,
  'Payments in business hours': payment,
  'The program pays overnight': payment,
  'The first of the month, until summer': payment,
  'Bitcoin to one address': bitcoinFees,
  'Bitcoin outputs up to a limit': bitcoinFees,
  'Bitcoin with a low fee': bitcoinFees,
  'One coin only': { usual: [oneCoin(995_000n)], huge: [oneCoin(989_999n), oneCoin(1_000n)] },
  'TRC-20 transfers': { usual: [trc20(0n), trc20(100_000_000n)], huge: [trc20(100_000_001n), trc20(2n ** 62n)] },
  'Solana transfers to one recipient': solanaFees(lamports(1n)),
  'One Solana transfer at a time': solanaFees(lamports(1n)),
  'Only the System Program': solanaFees(lamports(1n)),
  'One exact Solana instruction': solanaFees(lamports(100n)),
  'The first account of a Solana instruction': ofPayer,
  'Token transfers from one account': ofPayer,
  'Token transfers to one account': ofPayer,
  'Token transfers up to a limit': ofPayer,
  'Transfers of one token': ofPayer,
  'Solana transfers from one account': solanaFees(lamports(1n, known)),
  'Token transfers of one owner': solanaFees(spl('5bV6jUfhDHCQVA1WfKBUnXUsboJgoKgkzkKcxr3joew5' as Address)),
  'Token transfers signed by a member': solanaFees(spl(mint, known)),
  'One instruction of a program': solanaFees(deposit),
};

/** They limit nothing that a transaction pays, or only what is not in the transaction. */
const withAnyFee = ['Only Sepolia', 'A range of nonces', 'TRX up to a limit', 'Only TRX transfers'];

const recipes = readPolicyRecipes();
/** When a recipe with a time applies. */
const times: Readonly<Record<string, string>> = {
  'Payments in business hours': '2026-07-01T10:00:00Z',
  'The program pays overnight': '2026-07-01T05:00:00Z',
  'The first of the month, until summer': '2026-07-01T12:00:00Z',
};

test('default: every recipe that allows transactions is known', () => {
  const allowing = recipes.filter(
    ({ effect, condition = '' }) => effect === 'EFFECT_ALLOW' && /\b(?:eth|bitcoin|tron|solana)\.tx\b/.test(condition),
  );
  expect(allowing.map(({ policyName }) => policyName).toSorted()).toEqual(
    [...Object.keys(fees), ...withAnyFee].toSorted(),
  );
});

describe.each(Object.entries(fees))('%s', (name, { usual, huge }) => {
  const { policyName: _, notes: __, ...policy } = recipes.find(({ policyName }) => policyName === name) ?? {};
  const outcomes = (activities: readonly ExampleActivity[]) =>
    Promise.all(
      activities.map((activity) =>
        outcomeOf(policy, { ...activity, approvers, ...(times[name] && { now: times[name] }) }),
      ),
    );

  test('default: a usual fee is allowed', async () => {
    expect(await outcomes(usual)).toEqual(usual.map(() => 'OUTCOME_ALLOW'));
  });

  test('error: a huge fee is not', async () => {
    expect(await outcomes(huge)).toEqual(huge.map(() => 'OUTCOME_DENY_IMPLICIT'));
  });
});
