import { expect, test } from 'vitest';
import { transactionOf } from './transaction-facts.ts';

test('default: lists the transaction first, then the key, without quotes', () => {
  const values = [
    { name: 'activity.kind', value: "'SIGN_TRANSACTION'" },
    { name: 'wallet.label', value: "'Treasury'" },
    { name: 'eth.tx.value', value: '5' },
    { name: 'eth.tx.to', value: "'0xab'" },
  ];
  expect(transactionOf(values)).toEqual([
    { name: 'eth.tx.value', value: '5' },
    { name: 'eth.tx.to', value: '0xab' },
    { name: 'wallet.label', value: 'Treasury' },
  ]);
});

test('behavior: a text that is cut, and one with quotes inside', () => {
  const values = [
    { name: 'eth.tx.data', value: "'0xabcd…" },
    { name: 'eth.tx.to', value: "'it's'" },
    { name: 'eth.tx.args', value: "['a', 'b']" },
  ];
  expect(transactionOf(values).map(({ value }) => value)).toEqual(['0xabcd…', "it's", "['a', 'b']"]);
});

test('behavior: an activity that signs nothing has none', () => {
  expect(transactionOf([{ name: 'wallet.label', value: "'Treasury'" }])).toEqual([]);
});
