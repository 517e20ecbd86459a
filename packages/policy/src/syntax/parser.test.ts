import { expect, test } from 'vitest';
import { refusalOf } from '../../test/policy-refusal.ts';

test.each([
  ['', '1:1 expected a name or a value, found the end'],
  ['true &&', '1:8 expected a name or a value, found the end'],
  ['true true', "1:6 expected an operator or the end, found 'true'"],
  ['true & true', "1:6 expected '&&', found '&'"],
  ['true | true', "1:6 expected '||', found '|'"],
  ['1 = 1', "1:3 expected '==', found '='"],
  ['1 < 2 < 3', "1:7 expected '&&', '||' or the end, because comparisons cannot be chained, found '<'"],
  ['1 == 1 in [1]', "1:8 expected '&&', '||' or the end, because comparisons cannot be chained, found 'in'"],
  ['true == !false', "1:9 expected a name or a value, found '!'"],
  ['(true', "1:6 expected ')', found the end"],
  ['[1, 2', "1:6 expected ',' or ']', found the end"],
  ['[1,]', "1:4 expected a name or a value, found ']'"],
  ['numbers[', '1:9 expected a name or a value, found the end'],
  ['numbers[1', "1:10 expected ']', found the end"],
  ['numbers[1..', "1:12 expected an integer after '..', found the end"],
  ['numbers[1..2', "1:13 expected ']', found the end"],
  ['numbers[..2]', "1:9 expected a name or a value, found '..'"],
  ['numbers[3..2].count() == 0', "1:12 expected an integer of at least 3, found '2'"],
  ['numbers[-1..2].count() == 0', "1:9 expected an integer of at least 0, found '-1'"],
  ['eth.', "1:5 expected a field or method name after '.', found the end"],
  ['eth.in', "1:5 expected a field or method name after '.', found 'in'"],
  ['1.5 == 1', "1:3 expected a field or method name after '.', found '5'"],
  ["'open", "1:1 expected a closing ' for this string, found the end"],
  ["activity.label == 'a\tb'", '1:21 expected a visible character in a string, found U+0009'],
  ["activity.label == 'a\nb'", '1:21 expected a visible character in a string, found U+000A'],
  ["activity.label == '\ud800'", '1:20 expected a visible character in a string, found U+D800'],
  ['activity.label == "a"', '1:19 expected a string in single quotes, found "'],
  ['аctivity.label', "1:1 expected a name, a value or an operator, found 'а' (U+0430)"],
  ['true\u0000', '1:5 expected a name, a value or an operator, found U+0000'],
  ['1 + 1', "1:3 expected a name, a value or an operator, found '+'"],
  ['1 == - 1', "1:6 expected digits after '-'"],
  ['0x10 == 16', "1:1 expected a decimal integer without leading zeros, found '0x10'"],
  ['010 == 8', "1:1 expected a decimal integer without leading zeros, found '010'"],
  ['1 -1', "1:3 expected an operator or the end, found '-1'"],
])('error: syntax: %j', (text, refusal) => expect(refusalOf(text)).toBe(refusal));

test.each([
  '0000',
  '001F',
  '007F',
  '009F',
  '00AD',
  '061C',
  '200B',
  '200E',
  '200F',
  '2028',
  '2029',
  '202A',
  '202E',
  '2060',
  '2066',
  '2069',
  '3164',
  'FEFF',
])('error: U+%s in a string and elsewhere', (code) => {
  const character = String.fromCharCode(Number.parseInt(code, 16));
  expect(refusalOf(`activity.label == 'a${character}'`)).toBe(
    `1:21 expected a visible character in a string, found U+${code}`,
  );
  expect(refusalOf(`true ${character}`)).toBe(`1:6 expected a name, a value or an operator, found U+${code}`);
});

test.each(['می‌خواهم', '👩‍👩‍👧 ❤️'])('behavior: joiners in the string %s', (text) =>
  expect(refusalOf(`activity.label == '${text}'`)).toBe('accepted'),
);

test.each([
  [`${2n ** 256n - 1n}`, `-${2n ** 255n}`],
  ['0', '-0'],
])('behavior: integers %s and %s', (high, low) => {
  expect(refusalOf(`eth.tx.value <= ${high} && eth.tx.value >= ${low}`)).toBe('accepted');
});

test.each([`${2n ** 256n}`, `-${2n ** 255n + 1n}`, '9'.repeat(4_000)])('error: an integer out of range', (integer) => {
  expect(refusalOf(`eth.tx.value < ${integer}`)).toMatch(
    /^1:16 expected an integer from -2\^255 to 2\^256 - 1, found /,
  );
});

test('behavior: bounds that are just met', () => {
  expect(refusalOf(`true${' '.repeat(4_092)}`)).toBe('accepted');
  expect(refusalOf(`${'('.repeat(24)}true${')'.repeat(24)}`)).toBe('accepted');
  expect(refusalOf(`${'!'.repeat(24)}true`)).toBe('accepted');
  expect(refusalOf(`eth.message${'.a'.repeat(23)}`)).toBe('accepted');
  expect(refusalOf(`1 in [${Array(1_000).fill('1').join()}]`)).toBe('accepted');
});

test.each([
  [`true${' '.repeat(4_093)}`, '1:4097 expected at most 4096 characters, found 4097'],
  [`${'('.repeat(25)}true${')'.repeat(25)}`, '1:26 expected at most 24 levels of nesting, found'],
  ['('.repeat(4_096), '1:26 expected at most 24 levels of nesting, found'],
  [`${'!'.repeat(25)}true`, '1:26 expected at most 24 levels of nesting, found'],
  [`eth.message${'.a'.repeat(24)}`, '1:58 expected at most 24 levels of nesting, found'],
  [`${'['.repeat(25)}`, '1:26 expected at most 24 levels of nesting, found'],
  [`${'numbers.any('.repeat(300)}`, 'expected at most 24 levels of nesting, found'],
  [`1 in [${Array(1_001).fill('1').join()}]`, '1:2007 expected at most 1000 items in a list, found'],
  [
    `[${Array(900).fill('1').join()}]==[${Array(900).fill('1').join()}]||[${Array(200).fill('1').join()}]`,
    'expected at most 2000 parts',
  ],
])('error: bound %#', (text, refusal) => expect(refusalOf(text)).toContain(refusal));
