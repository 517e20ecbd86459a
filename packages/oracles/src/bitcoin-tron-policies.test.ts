import { Psbt, payments, Transaction } from 'bitcoinjs-lib';
import { pointFromScalar } from 'tiny-secp256k1';
import { TronWeb, utils } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { readBitcoinTransaction } from '../../chains/src/bitcoin/read-bitcoin-transaction.ts';
import { readTronTransaction } from '../../chains/src/tron/read-tron-transaction.ts';
import type { TronContract } from '../../chains/src/tron/tron-transaction.ts';
import { bitcoinTxOf } from '../../policy/src/namespaces/bitcoin.ts';
import { tronTxOf } from '../../policy/src/namespaces/tron.ts';
import { type Example, type ExampleActivity, outcomeOf } from './policy-outcome.ts';
import { jsonOf } from './tron-contracts.ts';

const publicKey = pointFromScalar(Buffer.alloc(32, 1)) as Uint8Array;
const own = payments.p2wpkh({ pubkey: publicKey });
const friend = payments.p2wpkh({ pubkey: pointFromScalar(Buffer.alloc(32, 2)) as Uint8Array }).address as string;
const stranger = payments.p2wpkh({ pubkey: pointFromScalar(Buffer.alloc(32, 3)) as Uint8Array }).address as string;

/** Signs a PSBT that bitcoinjs-lib made: its inputs hold 10,000 satoshis each. */
function psbt(
  outputs: readonly (readonly [address: string, value: bigint])[],
  { inputs = 1, isProven = true }: { inputs?: number; isProven?: boolean } = {},
): ExampleActivity {
  const made = new Psbt();
  for (let index = 0; index < inputs; index++) {
    const previous = new Transaction();
    previous.addInput(Buffer.alloc(32, index + 1), 0);
    previous.addOutput(own.output as Uint8Array, 10_000n);
    made.addInput({
      hash: previous.getHash(),
      index: 0,
      ...(isProven
        ? { nonWitnessUtxo: previous.toBuffer() }
        : { witnessUtxo: { script: own.output as Uint8Array, value: 10_000n } }),
    });
  }
  for (const [address, value] of outputs) made.addOutput({ address, value });
  const { content } = readBitcoinTransaction(made.toBuffer(), { publicKey }, { network: 'mainnet' });
  return { params: { type: 'TRANSACTION_TYPE_BITCOIN' }, view: { 'bitcoin.tx': bitcoinTxOf(content) } };
}

const bitcoinExamples: readonly Example[] = [
  [
    'Bitcoin: all outputs to one address',
    { condition: `bitcoin.tx.outputs.all(output, output.address == '${friend}')` },
    {
      allowed: [psbt([[friend, 9_000n]])],
      denied: [
        psbt([
          [friend, 1_000n],
          [stranger, 1_000n],
        ]),
      ],
    },
  ],
  [
    'Bitcoin: a cap on the value of an output',
    { condition: 'bitcoin.tx.outputs.all(output, output.value <= 5000)' },
    { allowed: [psbt([[stranger, 5_000n]])], denied: [psbt([[stranger, 5_001n]])] },
  ],
  [
    'Bitcoin: one input only',
    { condition: 'bitcoin.tx.inputs.count() == 1' },
    { allowed: [psbt([[friend, 1_000n]])], denied: [psbt([[friend, 1_000n]], { inputs: 2 })] },
  ],
  [
    'Bitcoin: a cap on the fee, allowed',
    { condition: 'bitcoin.tx.fee <= 1000' },
    {
      allowed: [psbt([[friend, 9_000n]]), psbt([[friend, 19_000n]], { inputs: 2 })],
      denied: [psbt([[friend, 8_999n]]), psbt([[friend, 19_000n]], { inputs: 2, isProven: false })],
    },
  ],
  [
    'Bitcoin: a cap on the fee, denied',
    { effect: 'EFFECT_DENY', condition: 'bitcoin.tx.fee > 1000' },
    {
      allowed: [psbt([[friend, 9_000n]])],
      denied: [psbt([[friend, 8_999n]]), psbt([[friend, 19_000n]], { inputs: 2, isProven: false })],
    },
  ],
];

const tronAddress = (byte: string): string => TronWeb.address.fromHex(`41${byte.repeat(20)}`);
const [owner, receiver, token, otherToken] = ['01', '02', '03', '04'].map(tronAddress) as [
  string,
  string,
  string,
  string,
];

/** Signs a transaction that tronweb encoded. */
function tron(contract: TronContract): ExampleActivity {
  const transaction = {
    refBlockBytes: '0102',
    refBlockHash: '0102030405060708',
    expiration: 1n,
    data: '',
    timestamp: 1n,
    feeLimit: 1n,
  };
  const message = utils.transaction.txJsonToPb(jsonOf({ ...transaction, contract: [contract] }));
  const { content } = readTronTransaction(message.getRawData().serializeBinary(), { publicKey });
  return { params: { type: 'TRANSACTION_TYPE_TRON' }, view: { 'tron.tx': tronTxOf(content) } };
}
const tronTransfer = (amount: bigint) =>
  tron({ type: 'TransferContract', permissionId: 0, ownerAddress: owner, toAddress: receiver, amount });
const tronCall = (contractAddress: string, signature: string) =>
  tron({
    type: 'TriggerSmartContract',
    permissionId: 0,
    ownerAddress: owner,
    contractAddress,
    callValue: 0n,
    data:
      TronWeb.sha3(signature, false).slice(0, 8) +
      utils.abi.encodeParams(['address', 'uint256'], [receiver, 5]).slice(2),
    callTokenValue: 0n,
    tokenId: 0n,
  });

const tronExamples: readonly Example[] = [
  [
    'TRON: transfers of one TRC-20 token',
    {
      condition: `tron.tx.contract[0].contract_address == '${token}' && tron.tx.contract[0].data[0..8] == 'a9059cbb'`,
    },
    {
      allowed: [tronCall(token, 'transfer(address,uint256)')],
      denied: [
        tronCall(otherToken, 'transfer(address,uint256)'),
        tronCall(token, 'approve(address,uint256)'),
        tronTransfer(1n),
      ],
    },
  ],
  [
    'TRON: a cap on the amount',
    { condition: 'tron.tx.contract.all(contract, contract.amount <= 1000000)' },
    {
      allowed: [tronTransfer(1_000_000n)],
      denied: [tronTransfer(1_000_001n), tronCall(token, 'transfer(address,uint256)')],
    },
  ],
  [
    'TRON: one type of contract',
    { condition: `tron.tx.contract[0].type == 'TransferContract'` },
    {
      allowed: [tronTransfer(5n)],
      denied: [
        tron({
          type: 'FreezeBalanceV2Contract',
          permissionId: 0,
          ownerAddress: owner,
          frozenBalance: 5n,
          resource: 'ENERGY',
        }),
      ],
    },
  ],
];

describe.each([...bitcoinExamples, ...tronExamples])('%s', (_, policy, { allowed, denied }) => {
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
