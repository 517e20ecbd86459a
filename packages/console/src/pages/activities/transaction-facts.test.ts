import { expect, test } from 'vitest';
import { isUndecoded, transactionsOf } from './transaction-facts.ts';

test('default: lists the transaction first, then the key, without quotes', () => {
  const values = [
    { name: 'activity.kind', value: "'SIGN_TRANSACTION'" },
    { name: 'wallet.label', value: "'Treasury'" },
    { name: 'eth.tx.value', value: '5' },
    { name: 'eth.tx.to', value: "'0xab'" },
  ];
  expect(transactionsOf(values)).toEqual([
    {
      title: '',
      facts: [
        { name: 'eth.tx.value', value: '5' },
        { name: 'eth.tx.to', value: '0xab' },
      ],
    },
    { title: 'The key that signs', facts: [{ name: 'wallet.label', value: 'Treasury' }] },
  ]);
});

test('behavior: texts with quotes and line ends inside, and lists', () => {
  const values = [
    { name: 'eth.tx.to', value: "'it's'" },
    { name: 'eth.tx.note', value: "'one\ntwo…'" },
    { name: 'eth.tx.args', value: "['a', 'b']" },
  ];
  expect(transactionsOf(values)[0]?.facts.map(({ value }) => value)).toEqual(["it's", 'one\ntwo…', "['a', 'b']"]);
});

test('behavior: several calls are apart, although their values come in turns', () => {
  const values = [0, 1, 0, 1].map((index, at) => ({ name: `eth.tx.${at}`, value: `${at}`, index }));
  expect(transactionsOf(values).map(({ title, facts }) => [title, facts.map(({ value }) => value)])).toEqual([
    ['1 of 2', ['0', '2']],
    ['2 of 2', ['1', '3']],
  ]);
});

test('behavior: an activity that signs nothing has none', () => {
  expect(transactionsOf([{ name: 'wallet.label', value: "'Treasury'" }])).toEqual([]);
});

test('behavior: a transaction that the service does not decode', () => {
  const kind = { name: 'activity.kind', value: "'SIGN_TRANSACTION'" };
  expect(isUndecoded('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', [kind])).toBe(true);
  expect(isUndecoded('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', [kind, { name: 'eth.tx.to', value: '' }])).toBe(false);
  expect(isUndecoded('ACTIVITY_TYPE_CREATE_WALLET', [])).toBe(false);
});
