import { expect, test } from 'vitest';
import { lookUpIn, recipient, scope } from '../../test/policy-scope.ts';
import { compile } from '../evaluate/compile.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { type Explanation, explain } from './explain.ts';

/** One line per part, indented. */
function linesOf(explanation: Explanation, indent = ''): string[] {
  const { text, item, parts } = explanation;
  const result = 'error' in explanation ? `error: ${explanation.error}` : explanation.value;
  const line = `${indent}${item === undefined ? '' : `${item}: `}${text} -> ${result}`;
  return [line, ...parts.flatMap((part) => linesOf(part, `${indent}  `))];
}

const explained = (text: string, lookUp = lookUpIn()) => linesOf(explain(compile(text, scope), lookUp));

test('default: every part with its value', () => {
  expect(explained("(eth.tx.value < 5 || eth.tx.data[0..10] == '0xa9059cbb') && !(2 in numbers)")).toEqual([
    "(eth.tx.value < 5 || eth.tx.data[0..10] == '0xa9059cbb') && !(2 in numbers) -> false",
    "  eth.tx.value < 5 || eth.tx.data[0..10] == '0xa9059cbb' -> true",
    '    eth.tx.value < 5 -> false',
    '      eth.tx.value -> 57896044618658097711785492504343953926634992332820282019728792003956564819968',
    "    eth.tx.data[0..10] == '0xa9059cbb' -> true",
    "      eth.tx.data[0..10] -> '0xa9059cbb'",
    '  !(2 in numbers) -> false',
    '    2 in numbers -> true',
    '      numbers -> [1, 2, 3]',
  ]);
});

test('behavior: the predicate for each item', () => {
  expect(explained('numbers.filter(n, n > 1).count() == 2')).toEqual([
    'numbers.filter(n, n > 1).count() == 2 -> true',
    '  numbers.filter(n, n > 1).count() -> 2',
    '    numbers.filter(n, n > 1) -> [2, 3]',
    '      numbers -> [1, 2, 3]',
    '      n = 1: n > 1 -> false',
    '      n = 2: n > 1 -> true',
    '      n = 3: n > 1 -> true',
  ]);
});

test('behavior: fields of an item', () => {
  expect(explained("approvers[0..1].any(user, user.tags.contains('ops'))")).toEqual([
    "approvers[0..1].any(user, user.tags.contains('ops')) -> true",
    "  approvers[0..1] -> [{id: 'alice', tags: ['admin', 'ops'], email: 'alice@example.com'}]",
    "  user = {id: 'alice', tags: ['admin', 'ops'], email: 'alice@example.com'}: user.tags.contains('ops') -> true",
    "    user.tags -> ['admin', 'ops']",
  ]);
});

test('behavior: shows twenty items, and the one that failed', () => {
  const numbers = Array.from({ length: 100 }, (_, index) => BigInt(index));
  const { parts } = explain(compile('numbers.any(n, numbers[n] == 1)', scope), lookUpIn({ numbers }));
  expect(parts).toHaveLength(1 + 20);
  const failed = explain(compile('numbers.any(n, numbers[0..90][n] == 1)', scope), lookUpIn({ numbers }));
  expect(failed.parts).toHaveLength(1 + 20 + 1);
  expect(failed.parts.at(-1)).toMatchObject({ item: 'n = 90', error: 'the position 90 is out of range' });
});

test('behavior: the time that a CronSpan read', () => {
  expect(explained("CronSpan('0 9 * * *', '1h', 'UTC')")).toEqual([
    "CronSpan('0 9 * * *', '1h', 'UTC') -> false",
    '  time.now -> 2026-03-30T07:30:00.000Z',
  ]);
});

test('behavior: goes on after an error', () => {
  expect(explained("eth.tx.note == 'x' && numbers.count == 3")).toEqual([
    "eth.tx.note == 'x' && numbers.count == 3 -> error: the field 'note' is missing",
    "  eth.tx.note == 'x' -> error: the field 'note' is missing",
    "    eth.tx.note -> error: the field 'note' is missing",
    '  numbers.count == 3 -> true',
    '    numbers.count() -> 3',
  ]);
});

test('behavior: an error where the whole is not a boolean', () => {
  expect(explained("eth.tx.args['amount']")).toEqual([
    "eth.tx.args['amount'] -> error: expected a boolean, found an integer",
  ]);
});

test('behavior: ends at the budget', () => {
  const numbers = Array.from({ length: 1_000 }, (_, index) => BigInt(index));
  expect(explain(compile('numbers.all(a, numbers.all(b, a == b))', scope), lookUpIn({ numbers }))).toMatchObject({
    error: 'the evaluation takes more than 50000 steps',
  });
});

test('behavior: reads no more of a value than it shows', () => {
  const unread = {
    get id(): string {
      throw new TypeError('read');
    },
  };
  const approvers = [...Array.from({ length: 100 }, () => ({ id: 'someone' })), unread];
  expect(explained('approvers.count() == 101', lookUpIn({ approvers }))[0]).toBe('approvers.count() == 101 -> true');
  expect(explained('approvers.all(a, true)', lookUpIn({ approvers }))[1]).toMatch(
    /^ {2}approvers -> \[\{id: 'someone'\}, .*…$/,
  );
});

test('behavior: cuts off long values and leaves out what cannot be read', () => {
  const lookUp = lookUpIn({
    activity: { label: '🦊'.repeat(1_000_000) },
    approvers: [
      {
        id: 'a',
        get tags(): string[] {
          throw new EvaluationError('refused');
        },
        email: undefined,
      },
    ],
    names: new Map([
      ['k', 'v'],
      ['l', 'w'],
    ]),
    numbers: Array.from({ length: 100_000 }, () => 1n),
  });
  const value = (text: string) => explained(text, lookUp)[1]?.split(' -> ')[1];
  expect([...(value("activity.label == 'x'") ?? '')]).toEqual(["'", ...'🦊'.repeat(98), '…']);
  expect(value('approvers.all(a, true)')).toBe("[{id: 'a'}]");
  expect(value("names['k'] == 'v'")).toBe("'v'");
  expect(explained('numbers.all(n, true)', lookUp)[1]).toHaveLength('  numbers -> '.length + 100);
  expect(explained(`eth.tx.args['nested']['a'][0]['b']`)[0]).toBe("eth.tx.args['nested']['a'][0]['b'] -> true");
  expect(explained("eth.tx.args['nested'].x == 1").at(-1)).toMatch(/^ {2}eth.tx.args\['nested'\].x -> error: /);
  expect(explained(`eth.tx.to in ['${recipient}']`)[2]).toBe(`  ['${recipient}'] -> ['${recipient}']`);
});
