import { describe, expect, test } from 'vitest';
import { lookUpIn, recipient, request, scope, sender } from '../../test/policy-scope.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { Budget } from './budget.ts';
import { compile } from './compile.ts';
import { evaluate } from './evaluate.ts';

const resultOf = (text: string, lookUp = lookUpIn()): boolean => evaluate(compile(text, scope), lookUp);
const failureOf = (text: string, lookUp = lookUpIn()): string => {
  try {
    return `gave ${resultOf(text, lookUp)}`;
  } catch (error) {
    if (error instanceof EvaluationError) return error.message;
    throw error;
  }
};

test.each([
  'true',
  '!false',
  '!!true',
  'true || false && false',
  '!(true && false)',
  '!false && true',
  '! 1 == 2',
  'true == true && true != false',
  '1 == 1 && 1 != 2 && 1 < 2 && 2 > 1 && 1 <= 1 && 1 >= 1 && -1 < 0',
  "'a' == 'a' && 'a' != 'b'",
  '1 in [1, 2] && 3 in numbers && !(4 in numbers)',
  '!(1 in []) && [].count() == 0 && [].all(x, x == 1)',
  'flags.contains(true)',
  'numbers.all(n, n > 0) && numbers.any(n, n == 3) && !numbers.any(n, n > 3)',
  'numbers.filter(n, n > 1).count() == 2 && numbers.filter(n, n > 1).count == 2',
  'numbers[0] == 1 && numbers[2] == 3',
  'numbers[0..2].count() == 2 && numbers[1..3][0] == 2 && numbers[3..3].count() == 0 && numbers[0..3][2] == 3',
  "eth.tx.data[0..10] == '0xa9059cbb' && eth.tx.data[1] == 'x' && eth.tx.data[4..4] == ''",
  "names['first'] == 'Ada'",
  "activity.params['type'] == 'ETHEREUM'",
  "activity.label[0..5] == 'Grüße' && activity.label[6] == '🦊' && activity.label[6..8] == '🦊!'",
  "eth.tx.args['amount'] <= 5 && eth.tx.args['calls'].count == 2 && eth.tx.args['calls'][1][1] == 2",
  `eth.tx.args['calls'].all(call, call[0] in ['${recipient}', '${sender}'])`,
  "eth.tx.args['nested']['a'][0]['b'] && eth.tx.args['pair'].first == 1",
  "approvers.any(user, user.tags.contains('ops')) && approvers.filter(user, 'ops' in user.tags).count() == 1",
  'approvers.any(user, credentials.any(credential, credential.user_id == user.id))',
  "time.now == Timestamp('2026-03-30T07:30:00Z') && time.now >= Timestamp('2026-03-30t07:30:00.000000z')",
  "time.now > Timestamp('2026-03-30T07:29:59.999+00:00') && time.now < Timestamp('2026-03-30T07:30:00.001-00:00')",
  "time.now in time.moments && Timestamp('1970-01-01T00:00:00Z') in time.moments && time.now != time.moments[0]",
  "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')",
  'eth.tx.value == 57896044618658097711785492504343953926634992332820282019728792003956564819968',
  `eth.tx.to == '0x${'AB'.repeat(20)}' && eth.tx.to in ['0x${'Ab'.repeat(20)}'] && eth.tx.accessList.contains('0x${'AB'.repeat(20)}')`,
  `['0x${'AB'.repeat(20)}'].any(known, known == eth.tx.to) && eth.tx.from != eth.tx.to`,
])('default: %s', (text) => expect(resultOf(text)).toBe(true));

test('behavior: exact at the ends of 256 bits', () => {
  const lookUp = (value: bigint) => lookUpIn({ 'eth.tx': { value } });
  const max = 2n ** 256n - 1n;
  expect(resultOf(`eth.tx.value == ${max}`, lookUp(max))).toBe(true);
  expect(resultOf(`eth.tx.value >= ${max}`, lookUp(max - 1n))).toBe(false);
  expect(resultOf(`eth.tx.value > ${max}`, lookUp(max + 1n))).toBe(true);
  expect(resultOf('eth.tx.value >= 0', lookUp(-1n))).toBe(false);
  expect(resultOf('eth.tx.value == -1', lookUp(-1n))).toBe(true);
  expect(resultOf(`eth.tx.value == -${2n ** 255n}`, lookUp(-(2n ** 255n)))).toBe(true);
});

describe('error: a value that is missing or of another type', () => {
  test.each([
    ["eth.tx.note == 'x'", "the field 'note' is missing"],
    ["approvers.any(user, user.email == 'x')", "the field 'email' is missing"],
    ["names['last'] == 'x'", "the key 'last' is missing"],
    ["names['__proto__'] == 'x'", "the key '__proto__' is missing"],
    ["eth.tx.args['pair'].second == 1", "the field 'second' is missing"],
    ["eth.tx.args['pair'].constructor == 1", "the field 'constructor' is missing"],
    [
      "eth.message.owner == 'x'",
      "expected a struct with the field 'owner', found a map, whose values are read with ['owner']",
    ],
    ["eth.tx.args['amount'].x == 1", "expected a struct with the field 'x', found an integer"],
    ['numbers[3] == 1', 'the position 3 is out of range'],
    [`numbers[${2n ** 256n - 1n}] == 1`, `the position ${2n ** 256n - 1n} is out of range`],
    ["numbers[eth.tx.args['to']] == 1", 'expected an integer as a position, found a string'],
    ['numbers[0..4].count() == 4', 'the position 4 is out of range'],
    ["activity.label[9] == 'x'", 'the position 9 is out of range'],
    ["activity.label[8] == 'x'", 'the position 8 is out of range'],
    ["activity.label[0..9] == 'x'", 'the position 9 is out of range'],
    ["activity.label[0..99] == 'x'", 'the position 99 is out of range'],
    ["eth.tx.args['amount'] == '5'", 'an integer cannot be compared with a string'],
    ["eth.tx.args['to'] < 5", "'<' cannot compare a string with an integer"],
    ["eth.tx.args['calls'] == 5", 'a list cannot be compared with an integer'],
    ["eth.tx.args['calls'].contains(5)", 'a list cannot be compared with an integer'],
    ["eth.tx.args['amount'].any(x, true)", 'expected a list, found an integer'],
    ["eth.tx.args['amount'].count == 1", 'expected a list, found an integer'],
    ["5 in eth.tx.args['amount']", 'expected a list, found an integer'],
    ["eth.tx.args['amount'][0] == 5", 'expected a list, a string or a map, found an integer'],
    ["eth.tx.args['calls']['a'] == 5", 'expected an integer as a position, found a string'],
    ["eth.tx.args['nested'][0] == 5", 'expected a string as a key, found an integer'],
    ["eth.tx.args['amount']", 'expected a boolean, found an integer'],
    ["eth.tx.args['amount'] && true", 'expected a boolean, found an integer'],
    ["!eth.tx.args['nested']", 'expected a boolean, found a map'],
  ])('%s', (text, message) => expect(failureOf(text)).toBe(message));

  test('a long key', () => {
    expect(failureOf("names[activity.label] == 'x'", lookUpIn({ activity: { label: 'x'.repeat(100_000) } }))).toBe(
      `the key '${'x'.repeat(98)}… is missing`,
    );
  });

  test('a namespace that the request does not have', () => {
    expect(failureOf('eth.tx.value > 1', lookUpIn({ 'eth.tx': undefined }))).toBe("the request has no 'eth.tx'");
    expect(failureOf("CronSpan('* * * * *', '1h', 'UTC')", lookUpIn({ time: {} }))).toBe("the field 'now' is missing");
  });

  test.each(['time.now == time.now', 'time.now < time.now', "CronSpan('* * * * *', '1h', 'UTC')"])(
    'a time that is not valid: %s',
    (text) => {
      expect(failureOf(text, lookUpIn({ time: { now: new Date(Number.NaN) } }))).toBe('the timestamp is not valid');
    },
  );

  test('a value that does not have the type of its field', () => {
    expect(failureOf('eth.tx.value > 1', lookUpIn({ 'eth.tx': { value: '5' } }))).toBe(
      "'>' cannot compare a string with an integer",
    );
  });
});

test.each([
  "false && eth.tx.note == 'x'",
  "true || eth.tx.note == 'x'",
  "numbers.any(n, n == 1 || eth.tx.args['calls'][n][0] == 'x')",
  "eth.tx.args['amount'] == 5 || eth.tx.args['amount'] == 'x'",
  "[eth.tx.args['amount'], eth.tx.args['to']].contains(5)",
])('error: no part is left out: %s', (text) => expect(() => resultOf(text)).toThrow(EvaluationError));

test('behavior: reads a getter, also of a class, only where an expression names it', () => {
  class Transaction {
    get value() {
      return 7n;
    }
    get data(): string {
      throw new EvaluationError('the data is not canonical');
    }
  }
  const lookUp = lookUpIn({ 'eth.tx': new Transaction() as never });
  expect(resultOf('eth.tx.value == 7', lookUp)).toBe(true);
  expect(failureOf("eth.tx.data == 'x'", lookUp)).toBe('the data is not canonical');
});

test('behavior: an error of the program is not an error of the expression', () => {
  const lookUp = () => {
    throw new TypeError('broken');
  };
  expect(() => resultOf('numbers[0] == 1', lookUp)).toThrow(TypeError);
});

describe('error: too many steps', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => BigInt(index));
  const tooMany = 'the evaluation takes more than 50000 steps';

  test.each([
    'numbers.any(a, numbers.any(b, a == b))',
    'numbers.all(a, numbers.filter(b, numbers.any(c, c == a)).count() == 0)',
    'numbers.filter(a, a in numbers).count() == 0',
    'numbers.any(a, numbers.contains(a))',
    'numbers.any(a, numbers[0..1000].count() == 1)',
    "numbers.any(a, CronSpan('59 23 31 12 *', '7d', 'Europe/Berlin'))",
  ])('%s', (text) => expect(failureOf(text, lookUpIn({ numbers: many }))).toBe(tooMany));

  test('long strings', () => {
    const label = 'x'.repeat(100_000);
    const lookUp = lookUpIn({ activity: { label }, numbers: many });
    expect(failureOf('numbers.any(n, activity.label == activity.label)', lookUp)).toBe(tooMany);
    expect(failureOf("numbers.any(n, activity.label[99990..99999] == 'x')", lookUp)).toBe(tooMany);
    expect(failureOf("activity.label == activity.label && activity.label[0..10] == 'xxxxxxxxxx'", lookUp)).toBe(
      'gave true',
    );
  });

  test.each([
    ['true', 1],
    ['flags.all(f, true)', 2 + 2 * 2],
    ['1 in numbers', 3 + 3],
    ['numbers[0..2].count() == 2', 4 + 1 + 2 + 1],
    ["'a' == 'b'", 3 + 1],
    ['eth.tx.to == eth.tx.from', 5 + 1 + 1],
  ])('what it takes: %s', (text, steps) => {
    const budget = new Budget();
    evaluate(compile(text, scope), lookUpIn(), budget);
    expect(budget.spent).toBe(steps);
  });

  test('a budget of its own', () => {
    const expression = compile('numbers.any(n, n == 3)', scope);
    const budget = new Budget();
    expect(evaluate(expression, lookUpIn(), budget)).toBe(true);
    expect(evaluate(expression, lookUpIn(), new Budget(budget.spent))).toBe(true);
    expect(() => evaluate(expression, lookUpIn(), new Budget(budget.spent - 1))).toThrow(
      `the evaluation takes more than ${budget.spent - 1} steps`,
    );
  });
});

test('behavior: the request is not changed', () => {
  const frozen = Object.freeze([3n, 1n]);
  expect(
    resultOf('numbers.filter(n, n > 1)[0] == 3 && numbers[0..1].count() == 1', lookUpIn({ numbers: frozen })),
  ).toBe(true);
  expect(request['numbers']).toEqual([1n, 2n, 3n]);
});
