import { expect, test } from 'vitest';
import { refusalOf } from '../../test/policy-refusal.ts';
import { recipient } from '../../test/policy-scope.ts';

const lookalike = recipient.replace('a', 'а');

test.each([
  [`eth.tx.to == '${lookalike}'`, 14],
  [`'${lookalike}' != eth.tx.to`, 1],
  [`eth.tx.to in ['${recipient}', '${lookalike}']`, 61],
  [`'${lookalike}' in eth.tx.accessList`, 1],
  [`eth.tx.accessList.contains('${lookalike}')`, 28],
  [`eth.tx.accessList.all(a, a == '${lookalike}')`, 31],
  [`eth.tx.accessList[0..1].filter(a, true)[0] == '${lookalike}'`, 47],
  [`['${lookalike}', eth.tx.from].contains(eth.tx.to)`, 2],
  [`['${lookalike}', eth.tx.from].contains(activity.label)`, 2],
  [`['${lookalike}'].any(a, a == eth.tx.to)`, 2],
  [`[['${lookalike}']].any(l, l.contains(eth.tx.to))`, 3],
  [`['${lookalike}'].filter(a, a != '')[0..1][0] == eth.tx.to`, 2],
])('error: a look-alike character in an address: %s', (text, column) => {
  expect(refusalOf(text)).toBe(
    `1:${column} expected an Ethereum address, found the string '${lookalike}', whose character 3 is U+0430`,
  );
});

test.each([
  ["eth.tx.to == '0x12'", "1:14 expected an Ethereum address, found the string '0x12'"],
  ["activity.kind == 'Sign'", "1:18 expected an activity kind, found the string 'Sign'"],
  [
    '[eth.tx.to, activity.kind].count() == 1',
    '1:13 expected an Ethereum address like the preceding items, found an activity kind',
  ],
])('error: another form: %s', (text, refusal) => expect(refusalOf(text)).toBe(refusal));

test('error: one string for two forms that write it differently', () => {
  const read = (prefix: string) => (text: string) => `${prefix}${text}`;
  const field = (name: string) =>
    ({ type: { kind: 'string', form: { name, read: read(name) } }, description: '' }) as const;
  expect(refusalOf("['x'].any(s, s == a && s == b)", { a: field('an A'), b: field('a B') })).toBe(
    '1:2 expected an A, because the same string is compared with an A and with a B',
  );
});

test('behavior: a part of an address, and a string of no form, may be anything', () => {
  expect(refusalOf("eth.tx.to[0..4] == '0x12' && eth.tx.to[0] == 'а' && activity.label == 'а'")).toBe('accepted');
});
