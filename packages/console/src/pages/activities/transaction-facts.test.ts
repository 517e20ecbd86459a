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

test('behavior: an activity that signs nothing has none', () => {
  expect(transactionOf([{ name: 'wallet.label', value: "'Treasury'" }])).toEqual([]);
});
