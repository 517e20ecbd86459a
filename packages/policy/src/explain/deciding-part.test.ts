import { expect, test } from 'vitest';
import { lookUpIn, recipient, scope } from '../../test/policy-scope.ts';
import { compile } from '../evaluate/compile.ts';
import { decidingPart } from './deciding-part.ts';

const decided = (text: string, lookUp = lookUpIn()) => {
  const { expression, values } = decidingPart(compile(text, scope), lookUp);
  return [expression, ...values.map(({ name, value }) => `${name} = ${value}`)];
};

test('default: the first false clause of a conjunction', () => {
  expect(decided("numbers.count() == 3 && eth.tx.to == eth.tx.from && eth.tx.args['amount'] > 9")).toEqual([
    'eth.tx.to == eth.tx.from',
    `eth.tx.to = '${recipient}'`,
    `eth.tx.from = '0x${'12'.repeat(20)}'`,
  ]);
});

test('behavior: the first true clause of a disjunction', () => {
  expect(decided("eth.tx.simulated || eth.tx.args['amount'] == 5 || numbers.count() == 3")).toEqual([
    "eth.tx.args['amount'] == 5",
    "eth.tx.args['amount'] = 5",
  ]);
});

test('behavior: clauses inside clauses', () => {
  expect(decided('true && (false || (numbers[0] == 1 && numbers[1] == 9))')).toEqual([
    'false || (numbers[0] == 1 && numbers[1] == 9)',
    'numbers[0] = 1',
    'numbers[1] = 2',
  ]);
  expect(decided('true && (numbers[0] == 1 && numbers[1] == 9)')).toEqual(['numbers[1] == 9', 'numbers[1] = 2']);
});

test('behavior: otherwise the whole', () => {
  expect(decided('eth.tx.simulated == false && 3 in numbers')).toEqual([
    'eth.tx.simulated == false && 3 in numbers',
    'eth.tx.simulated = false',
    'numbers = [1, 2, 3]',
  ]);
  expect(decided('!(numbers.count == 3 && false)')).toEqual(['!(numbers.count == 3 && false)', 'numbers.count() = 3']);
});

test('behavior: the item that decided', () => {
  expect(decided("true && numbers.all(n, n < eth.tx.args['amount'] && n != 2)")).toEqual([
    "numbers.all(n, n < eth.tx.args['amount'] && n != 2)",
    'n = 2',
    'numbers = [1, 2, 3]',
    "eth.tx.args['amount'] = 5",
  ]);
  expect(decided('numbers.any(n, n > 1)')[1]).toBe('n = 2');
});

test('behavior: the part that failed', () => {
  expect(decided("false && (true || eth.tx.note == 'x')")).toEqual([
    'eth.tx.note',
    "eth.tx.note = error: the field 'note' is missing",
  ]);
  expect(decided("numbers.all(n, n == 1) || approvers.any(a, a.email == 'x')")).toEqual([
    'a.email',
    "a = {id: 'bob', tags: []}",
  ]);
  expect(decided('eth.tx.value > 1', lookUpIn({ 'eth.tx': undefined }))).toEqual([
    'eth.tx.value',
    "eth.tx.value = error: the request has no 'eth.tx'",
  ]);
});

test('behavior: at most twenty values', () => {
  const indexes = Array.from(
    { length: 30 },
    (_, index) => `numbers[0..${index % 4}].count() == ${index} || names['${index}'] == 'x'`,
  );
  const { values } = decidingPart(
    compile(`!(${indexes.join(' || ')})`, scope),
    lookUpIn({ names: new Map(indexes.map((_, index) => [`${index}`, 'y'])) }),
  );
  expect(values.length).toBeLessThanOrEqual(20);
});
