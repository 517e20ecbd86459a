import { EvaluationError, valueText } from '@mintmark/policy';
import { expect, test } from 'vitest';
import { deniesOnly, type PolicyView } from '../../core/handlers/policy-view.ts';
import { policyValues } from './policy-values.ts';

const subject = {
  ...{ type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', kind: 'SIGN_TRANSACTION', resource: 'WALLET', action: 'SIGN' },
  isRootQuorumOnly: false,
  parameters: () => ({ type: 'TRANSACTION_TYPE_ETHEREUM' }),
  views: () => Promise.resolve([]),
};
const ofActivity = 5;

const valuesOf = (views: readonly PolicyView[]) =>
  [...policyValues(subject, views)].map(({ value, ...place }) => ({ ...place, value: valueText(value) }));

test('default: names each value as a policy reads it', () => {
  const view = {
    'eth.tx': { value: 5n, to: undefined, contract_call_args: new Map([['path', ['a', 'b']]]) },
    'solana.tx': { transfers: [{ to: 'x' }, { to: 'y' }] },
  };
  expect(valuesOf([view])).toEqual([
    { name: 'activity.type', value: "'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'" },
    { name: 'activity.kind', value: "'SIGN_TRANSACTION'" },
    { name: 'activity.resource', value: "'WALLET'" },
    { name: 'activity.action', value: "'SIGN'" },
    { name: 'activity.params.type', value: "'TRANSACTION_TYPE_ETHEREUM'" },
    { name: 'eth.tx.value', value: '5' },
    { name: "eth.tx.contract_call_args['path']", value: "['a', 'b']" },
    { name: 'solana.tx.transfers[0].to', value: "'x'" },
    { name: 'solana.tx.transfers[1].to', value: "'y'" },
  ]);
});

const namesOf = (view: PolicyView) => valuesOf([view]).map(({ name }) => name);

test('behavior: recipients and amounts come before inputs, accounts and the key, and nothing is listed twice', () => {
  const input = { tx_id: 'a', vout: 0n, sequence: 0n };
  const bitcoin = {
    version: 2n,
    inputs: [input, input],
    outputs: [{ value: 7n, script_pubkey: '00', address: 'bc1', address_type: 'P2WPKH' }],
    fee: 1n,
  };
  expect(namesOf({ wallet: { id: 'w' }, 'bitcoin.tx': bitcoin }).slice(ofActivity)).toEqual([
    'bitcoin.tx.fee',
    'bitcoin.tx.outputs[0].address',
    'bitcoin.tx.outputs[0].value',
    'bitcoin.tx.outputs[0].script_pubkey',
    'wallet.id',
    'bitcoin.tx.version',
    ...[0, 1].flatMap((at) => ['tx_id', 'vout', 'sequence'].map((field) => `bitcoin.tx.inputs[${at}].${field}`)),
    'bitcoin.tx.outputs[0].address_type',
  ]);
  const instruction = (name: string) => ({
    accounts: [{ account_key: name, signer: false }],
    program_key: name,
    parsed_instruction_data: { discriminator: '00', instruction_name: name },
  });
  const solana = {
    instructions: [instruction('p'), instruction('q')],
    transfers: [{ from: 'a', to: 'b', amount: 1n }],
  };
  expect(namesOf({ 'solana.tx': solana }).slice(ofActivity)).toEqual(
    [
      ...['transfers[0].to', 'transfers[0].amount', 'transfers[0].from'],
      ...['instructions[0].program_key', 'instructions[0].parsed_instruction_data.instruction_name'],
      ...['instructions[1].program_key', 'instructions[1].parsed_instruction_data.instruction_name'],
      ...['accounts[0].account_key', 'accounts[0].signer', 'parsed_instruction_data.discriminator'].map(
        (field) => `instructions[0].${field}`,
      ),
      ...['accounts[0].account_key', 'accounts[0].signer', 'parsed_instruction_data.discriminator'].map(
        (field) => `instructions[1].${field}`,
      ),
    ].map((name) => `solana.tx.${name}`),
  );
});

test('behavior: what several views share is listed once, and what only denials see is not', () => {
  const views = [
    { wallet: { id: 'a' } },
    { wallet: { id: 'b' } },
    { wallet: { id: 'a' } },
    { wallet: { id: 'c' }, [deniesOnly]: true as const },
  ];
  const names = valuesOf(views).filter(({ name }) => name === 'wallet.id');
  expect(names.map(({ value }) => value)).toEqual(["'a'", "'b'"]);
});

test('behavior: values of several calls say to which call they belong, also if the calls are alike', () => {
  const [one, other, same] = [
    { to: 'a', nonce: 1n },
    { to: 'b', nonce: 1n },
    { to: 'a', nonce: 1n },
  ];
  const views = ['w', 'v'].flatMap((id) => [one, other, same].map((tx) => ({ wallet: { id }, 'eth.tx': tx })));
  expect(valuesOf(views).slice(ofActivity)).toEqual([
    { name: 'eth.tx.to', value: "'a'", index: 0 },
    { name: 'eth.tx.to', value: "'b'", index: 1 },
    { name: 'eth.tx.to', value: "'a'", index: 2 },
    { name: 'wallet.id', value: "'w'" },
    { name: 'wallet.id', value: "'v'" },
    { name: 'eth.tx.nonce', value: '1', index: 0 },
    { name: 'eth.tx.nonce', value: '1', index: 1 },
    { name: 'eth.tx.nonce', value: '1', index: 2 },
  ]);
});

test('behavior: a field that refuses its value is left out', () => {
  const tx = {
    get from(): string {
      throw new EvaluationError('no address');
    },
    get to(): string {
      throw new EvaluationError('no address');
    },
    nonce: 1n,
  };
  expect(valuesOf([{ 'eth.tx': tx }]).slice(ofActivity)).toEqual([{ name: 'eth.tx.nonce', value: '1' }]);
});

test('behavior: a long list, and one whose texts have quotes, is listed item by item', () => {
  const to = Array.from({ length: 50 }, (_, index) => `0x${String(index).padStart(40, '0')}`);
  const contract_call_args = new Map([
    ['to', to],
    ['note', ["a', 'b"]],
  ]);
  expect(valuesOf([{ 'eth.tx': { contract_call_args } }]).slice(ofActivity)).toEqual([
    ...to.map((address, index) => ({ name: `eth.tx.contract_call_args['to'][${index}]`, value: `'${address}'` })),
    { name: "eth.tx.contract_call_args['note'][0]", value: "'a', 'b'" },
  ]);
});

test('behavior: nothing is left out, however many, deep and long the values are', () => {
  const many = { instructions: Array.from({ length: 5_000 }, (_, index) => ({ index: BigInt(index) })) };
  expect(valuesOf([{ 'solana.tx': many }])).toHaveLength(ofActivity + 5_000);
  let deep: object = { end: 'x', other: 'y' };
  for (let depth = 0; depth < 50; depth++) deep = { a: deep };
  expect(valuesOf([{ 'eth.tx': deep as never }]).slice(ofActivity)).toHaveLength(2);
  const long = { 'eth.tx': { contract_call_args: new Map([['k'.repeat(10_000), { x: 'v'.repeat(10_000) }]]) } };
  const [, , , , , value] = policyValues(subject, [long]);
  expect(value).toEqual({ name: `eth.tx.contract_call_args['${'k'.repeat(10_000)}'].x`, value: 'v'.repeat(10_000) });
});
