import { bitcoinTxOf, ethEip712Of, ethTxOf, solanaTxOf, tronTxOf } from '@mintmark/policy/namespaces';
import { repetitions } from '@mintmark/testing/effort';
import { createRandom as createBitcoinRandom } from '@mintmark/testing/random';
import { getTransactionEncoder } from '@solana/kit';
import { address as bitcoinAddress, Psbt } from 'bitcoinjs-lib';
import { Transaction as EthersTransaction, Interface, TypedDataEncoder } from 'ethers';
import { TronWeb, utils } from 'tronweb';
import { encodeFunctionData, parseAbi, serializeTransaction } from 'viem';
import { expect, test } from 'vitest';
import { readBitcoinTransaction } from '../../chains/src/bitcoin/read-bitcoin-transaction.ts';
import { parseAbi as readAbi } from '../../chains/src/ethereum/abi.ts';
import { decodeCall } from '../../chains/src/ethereum/decode-call.ts';
import { readEthereumTransaction } from '../../chains/src/ethereum/read-ethereum-transaction.ts';
import { hashTypedData } from '../../chains/src/ethereum/typed-data.ts';
import { readSolanaTransaction } from '../../chains/src/solana/read-solana-transaction.ts';
import { readTronTransaction } from '../../chains/src/tron/read-tron-transaction.ts';
import type { TronContractType } from '../../chains/src/tron/tron-transaction.ts';
import { patience } from '../../testing/src/patience.ts';
import { addInput, anyKey, type ScriptType, scriptsOf, scriptTypes } from './bitcoin-psbts.ts';
import { describeSolanaMessage } from './describe-solana-message.ts';
import { EthereumRandom } from './ethereum-random.ts';
import { createRandom, fillerInstruction, randomSolanaTransaction, tables } from './random-solana-transaction.ts';
import { missingIn, shownValues } from './shown-values.ts';
import { jsonOf, randomParameters, randomTransaction, seeded } from './tron-contracts.ts';

const count = repetitions({ usual: 100, full: 1000 });
/** As long as a transaction in hex can be: a request has 256 KiB, and needs some of them for the rest. */
const maxBytes = 125 * 1024;

/** Many small numbers and a few large ones, up to a limit. */
const sizeOf = (below: (limit: number) => number, limit: number): number =>
  Math.floor(2 ** ((below(1_000_000) / 1_000_000) ** 4 * Math.log2(limit + 1))) - 1;

const publicKey = Buffer.from('02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5', 'hex');

/** Says how large the transactions were: some have to have more values than answers had before. */
function report(sizes: readonly number[], min = 300): void {
  const max = Math.max(...sizes);
  console.table({ transactions: sizes.length, values: sizes.reduce((sum, size) => sum + size, 0), max });
  expect(sizes).toHaveLength(count);
  expect(max).toBeGreaterThan(min);
}

const abiText = [
  'function transfer(address to, uint256 amount)',
  'function airdrop(address[] to, uint256[] amounts)',
  'struct Payment { address to; uint256 amount; }',
  'function pay(Payment[] payments, string note)',
];

test('default: Ethereum transactions, as ethers reads them', { timeout: patience }, async () => {
  const random = new EthereumRandom('shown values');
  const abi = parseAbi(abiText);
  const byEthers = new Interface(JSON.stringify(abi));
  const stored = readAbi(byEthers.formatJson());
  const payment = () => ({ to: random.address(), amount: random.integer(256) });
  const sizes: number[] = [];
  for (let index = 0; index < count; index++) {
    const payments = Array.from({ length: sizeOf((limit) => random.below(limit), 1900) }, payment);
    const data = [
      () => encodeFunctionData({ abi, functionName: 'transfer', args: [random.address(), random.integer(256)] }),
      () => {
        const args = [payments.map(({ to }) => to), payments.map(({ amount }) => amount)] as const;
        return encodeFunctionData({ abi, functionName: 'airdrop', args });
      },
      () => encodeFunctionData({ abi, functionName: 'pay', args: [payments, "it's"] }),
      () => `${random.hex(4)}${'ab'.repeat(sizeOf((limit) => random.below(limit), 100_000))}` as const,
    ][random.below(4)] as () => `0x${string}`;
    const [maxPriorityFeePerGas, maxFeePerGas] = [random.integer(128), random.integer(128) + 2n ** 128n];
    const serialized = serializeTransaction({
      ...{ type: 'eip1559', chainId: 1 + random.below(1000), nonce: random.below(1000), gas: random.integer(64) },
      ...{ maxPriorityFeePerGas, maxFeePerGas, value: random.integer(256), data: data() },
      ...(random.chance(20) ? {} : { to: random.address() }),
      accessList: random.list(3, () => ({ address: random.address(), storageKeys: [] })),
    });
    expect(serialized.length / 2).toBeLessThan(maxBytes);
    const { content } = readEthereumTransaction(Buffer.from(serialized.slice(2), 'hex'), { publicKey });
    const call = () => decodeCall(stored, content.data);
    const shown = await shownValues({ 'eth.tx': ethTxOf(content, { from: () => '0x', call }) });

    const read = EthersTransaction.from(serialized);
    const parsed = read.to === null ? null : byEthers.parseTransaction(read);
    const args = "eth.tx.contract_call_args['";
    const wanted: [string, string | bigint][] = [
      ...(read.to === null ? [] : [['eth.tx.to', read.to.toLowerCase()] as [string, string]]),
      ['eth.tx.value', read.value],
      ['eth.tx.gas', read.gasLimit],
      ['eth.tx.max_fee_per_gas', read.maxFeePerGas ?? 0n],
      ['eth.tx.data', read.data],
    ];
    if (parsed) wanted.push(['eth.tx.function_signature', parsed.signature]);
    if (parsed?.name === 'transfer')
      wanted.push([`${args}to']`, parsed.args[0].toLowerCase()], [`${args}amount']`, parsed.args[1]]);
    if (parsed?.name === 'airdrop' && parsed.args[0].length > 2)
      for (const [at, to] of parsed.args[0].entries()) wanted.push([`${args}to'][${at}]`, to.toLowerCase()]);
    if (parsed?.name === 'airdrop' && parsed.args[1].join(', ').length > 98)
      for (const [at, amount] of parsed.args[1].entries()) wanted.push([`${args}amounts'][${at}]`, amount]);
    if (parsed?.name === 'pay')
      for (const [at, [to, amount]] of parsed.args[0].entries()) {
        const list = shown.find(({ name }) => name === `${args}payments'][${at}]`)?.value;
        // A tuple is a list, and a short one is one value.
        if (list === undefined)
          wanted.push([`${args}payments'][${at}][0]`, to.toLowerCase()], [`${args}payments'][${at}][1]`, amount]);
        else expect(list).toBe(`['${to.toLowerCase()}', ${amount}]`);
      }
    expect(missingIn(shown, wanted, ['eth.tx.nonce', 'eth.tx.type', 'eth.tx.from'])).toEqual([]);
    sizes.push(shown.length);
  }
  report(sizes);
});

test('default: payments in typed data, as ethers reads them', { timeout: patience }, async () => {
  const random = new EthereumRandom('shown typed data');
  const types = {
    Batch: [
      { name: 'owner', type: 'address' },
      { name: 'payments', type: 'Payment[]' },
    ],
    Payment: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  };
  const sizes: number[] = [];
  for (let index = 0; index < count; index++) {
    const payments = Array.from({ length: sizeOf((limit) => random.below(limit), 600) }, () => ({
      to: random.address(),
      amount: String(random.integer(256)),
    }));
    const domain = { name: 'Payments', chainId: 1, verifyingContract: random.address() };
    const payload = TypedDataEncoder.getPayload(domain, types, { owner: random.address(), payments });
    const { content } = hashTypedData(JSON.stringify(payload));
    const shown = await shownValues({ 'eth.eip_712': ethEip712Of(content) });
    const message = "eth.eip_712.message['";
    const wanted: [string, string | bigint][] = [
      ['eth.eip_712.primary_type', 'Batch'],
      ['eth.eip_712.domain.verifying_contract', payload.domain.verifyingContract.toLowerCase()],
      [`${message}owner']`, payload.message.owner.toLowerCase()],
    ];
    for (const [at, { to, amount }] of payload.message.payments.entries())
      wanted.push([`${message}payments'][${at}]['to']`, to], [`${message}payments'][${at}]['amount']`, BigInt(amount)]);
    expect(missingIn(shown, wanted, [])).toEqual([]);
    sizes.push(shown.length);
  }
  report(sizes);
});

test('default: PSBTs, as bitcoinjs-lib reads them', { timeout: patience }, async () => {
  const random = createBitcoinRandom(4);
  const anyType = () => scriptTypes[random(scriptTypes.length)] as ScriptType;
  const sizes: number[] = [];
  for (let index = 0; index < count; index++) {
    const psbt = new Psbt();
    const key = anyKey(random);
    const inputs = 1 + sizeOf(random, 199);
    let left = 0n;
    for (let input = 0; input < inputs; input++)
      left += addInput(psbt, anyType(), input === 0 ? key : anyKey(random), random).amount;
    const outputs = 1 + sizeOf(random, 249);
    for (let output = 0; output < outputs; output++) {
      const script = random(20) === 0 ? Buffer.from('6a026869', 'hex') : scriptsOf(anyType(), anyKey(random)).output;
      const value = left / BigInt(2 + random(10));
      psbt.addOutput({ script, value });
      left -= value;
    }
    const bytes = psbt.toBuffer();
    expect(bytes.length).toBeLessThan(maxBytes);
    const { content } = readBitcoinTransaction(bytes, key.pair, { network: 'mainnet' });
    const shown = await shownValues({ 'bitcoin.tx': bitcoinTxOf(content) });

    const wanted = Psbt.fromBuffer(bytes).txOutputs.flatMap(({ script, value, address }, at) => {
      const name = `bitcoin.tx.outputs[${at}]`;
      const recipient: [string, string] =
        address === undefined
          ? [`${name}.script_pubkey`, Buffer.from(script).toString('hex')]
          : [`${name}.address`, bitcoinAddress.fromOutputScript(script)];
      return [recipient, [`${name}.value`, value] as [string, bigint]];
    });
    expect(wanted).toHaveLength(2 * outputs);
    expect(missingIn(shown, wanted, ['bitcoin.tx.inputs', 'bitcoin.tx.version'])).toEqual([]);
    sizes.push(shown.length);
  }
  report(sizes);
});

test('default: Solana transactions, as @solana/kit reads them', { timeout: patience }, async () => {
  const random = createRandom(3);
  const sizes: number[] = [];
  let transfers = 0;
  while (sizes.length < count) {
    const fillers = Array.from({ length: random(5) }, () => fillerInstruction(random, sizeOf(random, 255)));
    const { transaction, keypair } = randomSolanaTransaction(random, random(2) ? 'legacy' : 0, fillers);
    const unsigned = Uint8Array.from(getTransactionEncoder().encode(transaction));
    if (unsigned.length > 1232) continue;
    const { content } = readSolanaTransaction(unsigned, keypair);
    const shown = await shownValues({ 'solana.tx': solanaTxOf(content, () => undefined) });

    const read = describeSolanaMessage(transaction.messageBytes, tables);
    transfers += read.transfers.length + read.splTransfers.length;
    const ofTransfers = (list: string, all: typeof read.transfers) =>
      all.flatMap(({ to, amount }, at): [string, string | bigint][] => [
        [`solana.tx.${list}[${at}].to`, to],
        [`solana.tx.${list}[${at}].amount`, amount],
      ]);
    const wanted: [string, string | bigint][] = [
      ...ofTransfers('transfers', read.transfers),
      ...ofTransfers('spl_transfers', read.splTransfers),
      ...read.instructions.flatMap(({ programKey, dataHex }, at): [string, string][] => [
        [`solana.tx.instructions[${at}].program_key`, programKey],
        [`solana.tx.instructions[${at}].instruction_data_hex`, dataHex],
      ]),
    ];
    const later = ['solana.tx.instructions[0].accounts', 'solana.tx.recent_blockhash'];
    expect(missingIn(shown, wanted, later)).toEqual([]);
    const accounts = shown.filter(({ name }) => name.endsWith('.account_key')).map(({ value }) => value);
    expect(accounts).toEqual(
      read.instructions.flatMap((instruction) => instruction.accounts.map(({ accountKey }) => `'${accountKey}'`)),
    );
    sizes.push(shown.length);
  }
  expect(transfers).toBeGreaterThan(count / 10);
  report(sizes);
});

/** The recipients and amounts in what tronweb reads, with the names of the values. */
function tronFacts(value: unknown, name: string): [string, string | bigint][] {
  if (Array.isArray(value)) return value.flatMap((item, at) => tronFacts(item, `${name}[${at}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, member]): [string, string | bigint][] => {
    const path = `${name}.${field}`;
    if (typeof member === 'object') return tronFacts(member, path);
    if (field === 'owner_address') return [];
    if (/address$/.test(field)) return [[path, TronWeb.address.fromHex(member)]];
    return /(amount|value|balance|weight|threshold)$/.test(field) ? [[path, BigInt(member)]] : [];
  });
}

test('default: TRON transactions, as tronweb reads them', { timeout: patience }, async () => {
  const below = seeded(7);
  const types = Object.keys(randomParameters) as TronContractType[];
  const sizes: number[] = [];
  let facts = 0;
  for (let index = 0; index < count; index++) {
    const type = types[index % types.length] as TronContractType;
    const random = randomTransaction(type, below);
    const [contract] = random.contract;
    const data = 'ab'.repeat(sizeOf(below, 100_000));
    const made: typeof random =
      contract.type === 'TriggerSmartContract' ? { ...random, contract: [{ ...contract, data }] } : random;
    const message = utils.transaction.txJsonToPb(jsonOf(made));
    const raw: Uint8Array = message.getRawData().serializeBinary();
    expect(raw.length).toBeLessThan(maxBytes);
    const { content } = readTronTransaction(raw, { publicKey });
    const shown = await shownValues({ 'tron.tx': tronTxOf(content) });

    const read = utils.deserializeTx.deserializeTransaction(type, Buffer.from(raw).toString('hex'));
    const wanted = tronFacts(read.contract[0].parameter.value, 'tron.tx.contract[0]');
    facts += wanted.length;
    const later = ['tron.tx.contract[0].owner_address', 'tron.tx.ref_block_bytes', 'tron.tx.data'];
    expect(missingIn(shown, wanted, later)).toEqual([]);
    sizes.push(shown.length);
  }
  expect(facts).toBeGreaterThan(count);
  // The chain has at most eight active permissions with five keys each.
  report(sizes, 100);
});
