import { expect, test } from 'vitest';
import { refusalOf } from '../../test/policy-refusal.ts';
import { scope } from '../../test/policy-scope.ts';
import { compile } from './compile.ts';

test('default: names the namespaces and the paths of fields, also through lists, items and maps', () => {
  const { text, namespaces, names } = compile(
    "eth.tx.to == eth.tx.args['to'] && approvers.filter(a, a.tags.count() > 1)[0].id == 'x' && eth.message.a.b == 1",
    scope,
  );
  expect(text).toContain('eth.tx.to');
  expect([...namespaces].sort()).toEqual(['approvers', 'eth.message', 'eth.tx']);
  expect([...names].sort()).toEqual([
    'approvers',
    'approvers.id',
    'approvers.tags',
    'eth.message',
    'eth.message.a',
    'eth.message.a.b',
    'eth.tx',
    'eth.tx.args',
    'eth.tx.to',
  ]);
});

test('behavior: a CronSpan reads the time', () => {
  const { names } = compile("numbers.any(time, CronSpan('0 9 * * *', '1h', 'UTC'))", scope);
  expect([...names].sort()).toEqual(['numbers', 'time', 'time.now']);
});

test('behavior: takes the longest name of the scope', () => {
  const type = { kind: 'struct', name: 'a', fields: { b: { type: { kind: 'int' }, description: '' } } } as const;
  const nested = { a: { type, description: '' }, 'a.b': { type: { kind: 'bool' }, description: '' } } as const;
  expect([...compile('a.b', nested).namespaces]).toEqual(['a.b']);
  expect(refusalOf('a.c', nested)).toBe("1:3 expected a field of a (b), found 'c'");
});

test('behavior: the variable of a predicate hides a name of the scope', () => {
  expect([...compile("approvers.any(activity, activity.id == 'a')", scope).names]).toEqual([
    'approvers',
    'approvers.id',
  ]);
});

test('behavior: the message has the position, with lines and columns in characters', () => {
  expect(() => compile("activity.label == '🦊🦊' &&\r\n  activity.label == '🦊' && 5", scope)).toThrow(
    'line 2, column 28: expected a boolean, found an integer',
  );
});

test.each([
  ['numbers', '1:1 expected a boolean, found a list of integers'],
  ['true && 1', '1:9 expected a boolean, found an integer'],
  ["'a' || true", '1:1 expected a boolean, found a string'],
  ['!time.now', '1:2 expected a boolean, found a timestamp'],
  ['numbers.any(n, n)', '1:16 expected a boolean, found an integer'],
  ["eth.tx.value == '1'", '1:17 expected an integer, found a string'],
  ["'a' < 'b'", "1:5 expected an integer or a timestamp on both sides of '<', found a string"],
  ['true >= false', "1:6 expected an integer or a timestamp on both sides of '>=', found a boolean"],
  [
    'numbers == [1]',
    "1:9 expected a boolean, an integer, a string or a timestamp on both sides of '==', found a list of integers",
  ],
  [
    'eth.tx == 1',
    "1:8 expected a boolean, an integer, a string or a timestamp on both sides of '==', found the struct eth.tx",
  ],
  ['time.now < 5', '1:12 expected a timestamp, found an integer'],
  ['1 in 2', "1:6 expected a list after 'in', found an integer"],
  ["'a' in numbers", '1:1 expected an integer, found a string'],
  ["numbers.contains('a')", '1:18 expected an integer, found a string'],
  [
    'approvers.contains(1)',
    '1:20 expected a boolean, an integer, a string or a timestamp as an item to compare, found the struct approver',
  ],
  [
    'numbers in [[1]]',
    '1:1 expected a boolean, an integer, a string or a timestamp as an item to compare, found a list of integers',
  ],
  ["[1, 'a'].count() == 2", '1:5 expected an integer, found a string'],
  ["numbers['a'] == 1", '1:9 expected an integer, found a string'],
  ['numbers[-1] == 1', '1:9 expected an index of at least 0, found -1'],
  ["names[0] == 'a'", '1:7 expected a string, found an integer'],
  ['eth.message[true] == 1', '1:13 expected an integer or a string, found a boolean'],
  ['eth.tx[0] == 1', '1:1 expected a list or a string or a map, found the struct eth.tx'],
  ['names[0..1] == 1', '1:1 expected a list or a string, found a map'],
  ['unknown', `1:1 expected a known name (one of ${Object.keys(scope).join(', ')}), found 'unknown'`],
  ['constructor', `1:1 expected a known name (one of ${Object.keys(scope).join(', ')}), found 'constructor'`],
  ['eth', "1:1 expected a known name (one of eth.tx, eth.message), found 'eth'"],
  ['eth.rx.to', "1:5 expected a known name (one of eth.tx, eth.message), found 'eth.rx'"],
  ['time.then', "1:6 expected a field of time (one of now, moments), found 'then'"],
  ['time.__proto__', "1:6 expected a field of time (one of now, moments), found '__proto__'"],
  ['numbers.length', "1:9 expected one of all, any, contains, count, filter after a list of integers, found '.length'"],
  ['names.first', "1:7 expected ['key'] after a map, found '.first'"],
  ['eth.tx.to.length', "1:11 expected an operator after a string, found '.length'"],
  ['numbers.map(n, n)', "1:9 expected a method (one of all, any, contains, count, filter), found 'map'"],
  ['names.count() == 1', "1:7 expected a list before '.count()', found a map"],
  ['numbers.count(1) == 1', "1:15 expected no arguments, for 'count', found 1"],
  ['numbers.contains()', "1:9 expected one argument, the item, for 'contains', found 0"],
  ['numbers.all(n)', "1:9 expected two arguments, a name for the item and a predicate, for 'all', found 1"],
  ['numbers.contains(1, 2)', "1:21 expected one argument, the item, for 'contains', found 2"],
  ['numbers.any(n, true, 1)', "1:22 expected two arguments, a name for the item and a predicate, for 'any', found 3"],
  ['numbers.all(1, true)', '1:13 expected a name for the item'],
  ['numbers.all(n, numbers.any(n, true))', "1:28 expected a name that is not in use, found 'n'"],
  ['numbers.any(n, true) && n == 1', expect.stringContaining('1:25 expected a known name')],
  ['Now()', "1:1 expected a function (one of CronSpan, Timestamp), found 'Now'"],
])('error: types: %s', (text, refusal) => expect(refusalOf(text)).toEqual(refusal));

test('error: the message is bounded', () => {
  expect(refusalOf('x'.repeat(4_096)).length).toBeLessThan(1_010);
  expect(refusalOf(`activity.kind == '${'x'.repeat(4_000)}'`).length).toBeLessThan(200);
});

test('error: the list of known names is bounded', () => {
  const type = { kind: 'bool' } as const;
  const large = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`n${index}`, { type, description: '' }]));
  expect(refusalOf('x', large)).toMatch(/n19, …\), found 'x'$/);
});

test.each([
  ["time.now > Timestamp('2030-01-01T00:00:00+01:00')", 22],
  ["time.now > Timestamp('2030-02-29T00:00:00Z')", 22],
  ["time.now > Timestamp('2030-01-01T24:00:00Z')", 22],
  ["time.now > Timestamp('2030-01-01T00:00:60Z')", 22],
  ["time.now > Timestamp('2030-01-01T00:00:00.0001Z')", 22],
  ["time.now > Timestamp('2030-01-01')", 22],
])('error: %s', (text, column) => {
  expect(refusalOf(text)).toContain(`1:${column} expected an RFC 3339 time in UTC such as 2030-01-31T08:00:00Z`);
});

test.each([
  ["CronSpan('0 9 * *', '8h', 'UTC')", '1:10 expected a cron text with five fields, found'],
  ["CronSpan('*/5 9 * * *', '8h', 'UTC')", '1:10 expected numbers, ranges or * from 0 to 59 as the minute'],
  ["CronSpan('0 24 * * *', '8h', 'UTC')", '1:10 expected numbers, ranges or * from 0 to 23 as the hour'],
  ["CronSpan('0 9 0 * *', '8h', 'UTC')", '1:10 expected numbers, ranges or * from 1 to 31 as the day of the month'],
  ["CronSpan('0 9 * JAN *', '8h', 'UTC')", '1:10 expected numbers, ranges or * from 1 to 12 as the month'],
  ["CronSpan('0 9 * * 5-1', '8h', 'UTC')", '1:10 expected numbers, ranges or * from 0 to 7 as the day of the week'],
  ["CronSpan('0 9 *,1 * *', '8h', 'UTC')", '1:10 expected numbers, ranges or * from 1 to 31 as the day of the month'],
  ["CronSpan('0 9 30-31 2 *', '8h', 'UTC')", '1:10 expected a day that exists in one of the months'],
  ["CronSpan('0 9 * * *', '0h', 'UTC')", '1:23 expected a duration such as 8h, 90m or 1d12h'],
  ["CronSpan('0 9 * * *', '7d1m', 'UTC')", '1:23 expected a duration'],
  ["CronSpan('0 9 * * *', '8', 'UTC')", '1:23 expected a duration'],
  ["CronSpan('0 9 * * *', '12h1d', 'UTC')", '1:23 expected a duration'],
  ["CronSpan('0 9 * * *', '8h', 'Europe/Atlantis')", '1:29 expected the name of an IANA time zone'],
  ["CronSpan('0 9 * * *', '8h', '+01:00')", '1:29 expected the name of an IANA time zone'],
  [
    "CronSpan('0 9 * * *', '8h')",
    "1:1 expected a cron text, a duration and a time zone for 'CronSpan', found 2 values",
  ],
  ["CronSpan('0 9 * * *', '8h', activity.label)", "1:29 expected a string for 'CronSpan'"],
])('error: %s', (text, refusal) => expect(refusalOf(text)).toContain(refusal));

test('error: a CronSpan where there is no time', () => {
  const { time: _, ...timeless } = scope;
  expect(refusalOf("true && CronSpan('0 9 * * *', '1h', 'UTC')", timeless)).toBe(
    "1:9 expected no 'CronSpan', because this expression cannot read 'time.now'",
  );
});
