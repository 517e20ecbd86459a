import {
  encodeFunctionData,
  parseEther,
  parseAbi as parseHumanAbi,
  serializeTransaction,
  serializeTypedData,
  type TransactionSerializable,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { sepolia } from 'viem/chains';
import { describe, expect, test } from 'vitest';
import { parseAbi } from '../../chains/src/ethereum/abi.ts';
import { hashAuthorization } from '../../chains/src/ethereum/authorization.ts';
import { decodeCall } from '../../chains/src/ethereum/decode-call.ts';
import { readEthereumTransaction } from '../../chains/src/ethereum/read-ethereum-transaction.ts';
import { hashTypedData } from '../../chains/src/ethereum/typed-data.ts';
import { ethEip712Of, ethEip7702AuthorizationOf, ethTxOf } from '../../policy/src/namespaces/ethereum.ts';
import { type Example, type ExampleActivity, outcomeOf } from './policy-outcome.ts';

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const publicKey = Buffer.from(account.publicKey.slice(2), 'hex');
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const human = parseHumanAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
]);
const abi = parseAbi(JSON.stringify(human));

/** Signs a transaction that viem serialized. The interface of the token is stored. */
function transaction(fields: Partial<TransactionSerializable>, isKnown = true): ExampleActivity {
  const unsigned = serializeTransaction({
    type: 'eip1559',
    chainId: 1,
    gas: 50_000n,
    maxFeePerGas: 9n,
    ...fields,
  } as TransactionSerializable);
  const { content } = readEthereumTransaction(Buffer.from(unsigned.slice(2), 'hex'), { publicKey });
  const view = {
    'eth.tx': ethTxOf(content, {
      from: () => account.address.toLowerCase(),
      call: () => (isKnown ? decodeCall(abi, content.data) : undefined),
    }),
  };
  return { params: { type: 'TRANSACTION_TYPE_ETHEREUM' }, view };
}

const transfer = (to: `0x${string}`, amount: bigint, isKnown = true) =>
  transaction(
    { to: token, data: encodeFunctionData({ abi: human, functionName: 'transfer', args: [to, amount] }) },
    isKnown,
  );
const approval = transaction({
  to: token,
  data: encodeFunctionData({ abi: human, functionName: 'approve', args: [friend, 1n] }),
});
const batch = (...targets: readonly `0x${string}`[]) =>
  transaction({
    to: token,
    data: encodeFunctionData({
      abi: human,
      functionName: 'executeBatch',
      args: [targets.map((target) => ({ target, value: 1n, data: '0x1234' as const }))],
    }),
  });

const rawPayload = { kind: 'SIGN_RAW_PAYLOAD', type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2' };

/** viem serializes the domain only if it has a type. */
const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

function typedData({ types, ...definition }: Parameters<typeof serializeTypedData>[0]): ExampleActivity {
  const whole = { ...definition, types: { EIP712Domain: domainType, ...types } };
  const json = serializeTypedData(whole as Parameters<typeof serializeTypedData>[0]);
  return {
    ...rawPayload,
    params: { encoding: 'PAYLOAD_ENCODING_EIP712', hash_function: 'HASH_FUNCTION_NO_OP' },
    view: { 'eth.eip_712': ethEip712Of(hashTypedData(json).content) },
  };
}

const domain = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token } as const;
/** EIP-2612. */
const permit = (spender: `0x${string}`, value: bigint, chainId = 1) =>
  typedData({
    domain: { ...domain, chainId },
    primaryType: 'Permit',
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    message: { owner: account.address, spender, value, nonce: 0n, deadline: 2n ** 256n - 1n },
  });
/** EIP-3009. */
const authorizedTransfer = (to: `0x${string}`, value: bigint) =>
  typedData({
    domain,
    primaryType: 'TransferWithAuthorization',
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    message: { from: account.address, to, value, validAfter: 0n, validBefore: 1n, nonce: `0x${'22'.repeat(32)}` },
  });
/** An order with items. */
const order = (...prices: readonly bigint[]) =>
  typedData({
    domain,
    primaryType: 'Order',
    types: {
      Order: [
        { name: 'maker', type: 'address' },
        { name: 'items', type: 'Item[]' },
      ],
      Item: [{ name: 'price', type: 'uint256' }],
    },
    message: { maker: account.address, items: prices.map((price) => ({ price })) },
  });

async function authorization(address: `0x${string}`, chainId = 1): Promise<ExampleActivity> {
  const signed = await account.signAuthorization({ address, chainId, nonce: 0 });
  const payload = JSON.stringify({ address: signed.address, chainId: signed.chainId, nonce: signed.nonce });
  return {
    ...rawPayload,
    params: { encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', hash_function: 'HASH_FUNCTION_NO_OP' },
    view: { 'eth.eip_7702_authorization': ethEip7702AuthorizationOf(hashAuthorization(payload).content) },
  };
}
const digest: ExampleActivity = {
  ...rawPayload,
  params: { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hash_function: 'HASH_FUNCTION_NO_OP' },
};

const examples: readonly Example[] = [
  [
    'a cap on an argument of a call',
    { condition: `eth.tx.to == '${token}' && eth.tx.contract_call_args['amount'] <= 1000000` },
    {
      allowed: [transfer(stranger, 1_000_000n)],
      denied: [transfer(friend, 1_000_001n), transfer(friend, 1n, false), transaction({ to: token })],
    },
  ],
  [
    'one function',
    { condition: `eth.tx.function_name == 'transfer' && eth.tx.function_signature == 'transfer(address,uint256)'` },
    { allowed: [transfer(friend, 1n)], denied: [approval] },
  ],
  [
    'a size of a batch',
    { condition: `eth.tx.function_name == 'executeBatch' && eth.tx.contract_call_args['calls'].count() <= 2` },
    { allowed: [batch(friend, other)], denied: [batch(friend, other, friend), transfer(friend, 1n)] },
  ],
  [
    'all targets of a batch',
    {
      condition: `eth.tx.contract_call_args['calls'].all(call, call[0] in ['${friend.toLowerCase()}', '${other.toLowerCase()}'])`,
    },
    { allowed: [batch(friend, other)], denied: [batch(friend, stranger)] },
  ],
  [
    'a list of recipients',
    { condition: `eth.tx.to in ['${friend}', '${other}']` },
    {
      allowed: [transaction({ to: friend, value: parseEther('1') }), transaction({ to: other })],
      denied: [transaction({ to: stranger }), transaction({ data: '0x6000' })],
    },
  ],
  [
    'ERC-20 transfers by their selector',
    { condition: `eth.tx.to == '${token}' && eth.tx.data[0..10] == '0xa9059cbb'` },
    { allowed: [transfer(friend, 1n, false)], denied: [approval, transaction({ to: token })] },
  ],
  [
    'one chain',
    { condition: `eth.tx.chain_id == ${sepolia.id}` },
    {
      allowed: [transaction({ to: friend, chainId: sepolia.id })],
      denied: [
        transaction({ to: friend }),
        transaction({ type: 'legacy', to: friend, gasPrice: 1n, maxFeePerGas: undefined, chainId: undefined } as never),
      ],
    },
  ],
  [
    'a range of nonces',
    { condition: 'eth.tx.nonce >= 10 && eth.tx.nonce < 20' },
    {
      allowed: [transaction({ to: friend, nonce: 10 }), transaction({ to: friend, nonce: 19 })],
      denied: [transaction({ to: friend, nonce: 9 }), transaction({ to: friend, nonce: 20 })],
    },
  ],
  [
    'typed data of one contract and type',
    {
      condition: `eth.eip_712.domain.verifying_contract == '${token}' && eth.eip_712.domain.chain_id == 1 && eth.eip_712.primary_type == 'Permit'`,
    },
    { allowed: [permit(friend, 1n)], denied: [permit(friend, 1n, 5), authorizedTransfer(friend, 1n), digest] },
  ],
  [
    'members within a message',
    {
      condition: `eth.eip_712.primary_type == 'Order' && eth.eip_712.message['items'][0]['price'] <= 10 && eth.eip_712.message['items'].all(item, item['price'] <= 20)`,
    },
    { allowed: [order(10n, 20n)], denied: [order(11n), order(1n, 21n), order()] },
  ],
  [
    'digests denied, except those of typed data',
    {
      effect: 'EFFECT_DENY',
      condition: `activity.kind == 'SIGN_RAW_PAYLOAD' && activity.params.hash_function == 'HASH_FUNCTION_NO_OP' && activity.params.encoding != 'PAYLOAD_ENCODING_EIP712'`,
    },
    { allowed: [permit(friend, 1n)], denied: [digest] },
  ],
  [
    'transfers by authorization (EIP-3009)',
    {
      condition: `eth.eip_712.primary_type == 'TransferWithAuthorization' && eth.eip_712.message['to'] == '${friend.toLowerCase()}' && eth.eip_712.message['value'] < 100`,
    },
    {
      allowed: [authorizedTransfer(friend, 99n)],
      denied: [authorizedTransfer(friend, 100n), authorizedTransfer(stranger, 1n), permit(friend, 1n)],
    },
  ],
  [
    'permits (EIP-2612)',
    {
      condition: `eth.eip_712.primary_type == 'Permit' && eth.eip_712.message['spender'] == '${friend.toLowerCase()}' && eth.eip_712.message['value'] <= 500`,
    },
    { allowed: [permit(friend, 500n)], denied: [permit(friend, 501n), permit(stranger, 1n)] },
  ],
  [
    'delegation of an account (EIP-7702)',
    {
      condition: `eth.eip_7702_authorization.address == '${friend}' && eth.eip_7702_authorization.chain_id == 1`,
    },
    {
      allowed: [await authorization(friend)],
      denied: [await authorization(stranger), await authorization(friend, 0), transaction({ to: friend }), digest],
    },
  ],
  [
    'a cap on the value and on the price of gas',
    { condition: 'eth.tx.value <= 1000000000000000000 && eth.tx.gas_price <= 9' },
    {
      allowed: [transaction({ to: friend, value: parseEther('1') })],
      denied: [
        transaction({ to: friend, value: parseEther('1') + 1n }),
        transaction({ to: friend, maxFeePerGas: 10n }),
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
