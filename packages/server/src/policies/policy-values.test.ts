import { expect, test } from 'vitest';
import { deniesOnly } from '../contract/policy-view.ts';
import { EvaluationError } from './language/evaluation-error.ts';
import { policyValues } from './policy-values.ts';

const subject = {
  ...{ type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', kind: 'SIGN_TRANSACTION', resource: 'WALLET', action: 'SIGN' },
  isRootQuorumOnly: false,
  parameters: () => ({ type: 'TRANSACTION_TYPE_ETHEREUM' }),
  views: () => Promise.resolve([]),
};
const ofActivity = 5;

test('default: names each value as a policy reads it', () => {
  const view = {
    'eth.tx': { value: 5n, to: undefined, contract_call_args: new Map([['path', ['a', 'b']]]) },
    'solana.tx': { transfers: [{ to: 'x' }, { to: 'y' }] },
  };
  expect(policyValues(subject, [view])).toEqual([
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

test('behavior: what several views share is listed once, and what only denials see is not', () => {
  const views = [
    { wallet: { id: 'a' } },
    { wallet: { id: 'b' } },
    { wallet: { id: 'c' }, [deniesOnly]: true as const },
  ];
  const names = policyValues(subject, views).filter(({ name }) => name === 'wallet.id');
  expect(names.map(({ value }) => value)).toEqual(["'a'", "'b'"]);
});

test('behavior: a field that refuses its value is left out', () => {
  const tx = {
    get from(): string {
      throw new EvaluationError('no address');
    },
    nonce: 1n,
  };
  expect(policyValues(subject, [{ 'eth.tx': tx }]).slice(ofActivity)).toEqual([{ name: 'eth.tx.nonce', value: '1' }]);
});

test('behavior: many, deep and long values are cut', () => {
  const many = { instructions: Array.from({ length: 5_000 }, (_, index) => ({ index: BigInt(index) })) };
  expect(policyValues(subject, [{ 'solana.tx': many }])).toHaveLength(ofActivity + 100);
  const views = Array.from({ length: 1_000 }, (_, index) => ({ wallet: { id: String(index) } }));
  expect(policyValues(subject, views)).toHaveLength(300);
  let deep: object = { end: 'x' };
  for (let depth = 0; depth < 50; depth++) deep = { a: deep };
  expect(policyValues(subject, [{ 'eth.tx': deep as never }]).slice(ofActivity)).toHaveLength(1);
  const long = { 'eth.tx': { message: new Map([['k'.repeat(10_000), { x: 'v'.repeat(10_000) }]]) } };
  const [value] = policyValues(subject, [long]).slice(ofActivity);
  expect(value?.name).toHaveLength(200);
  expect(value?.value.length).toBeLessThanOrEqual(100);
});
