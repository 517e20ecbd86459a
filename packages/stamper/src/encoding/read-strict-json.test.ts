import { describe, expect, test } from 'vitest';
import { readStrictJson } from './read-strict-json.ts';

const read = (text: string | Uint8Array) =>
  readStrictJson(Buffer.from(text), (problem) => new Error(`bad request body: it ${problem}`));
const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const members = (count: number) => `{"a":{${Array.from({ length: count }, (_, n) => `"${n}":0`)}}}`;
const listed = (values: number) => `{"a":[${Array(values).fill('0')}]}`;

describe('readStrictJson', () => {
  test('default', () => {
    const text = '{"a":{"b":[1,-0.5e1,true,false,null,"\\u00e9\\"\\\\é🔑"],"c":{}},"":[]}';
    expect(read(text)).toEqual(JSON.parse(text));
    expect(read(' \t\r\n{ "a" : [ 1 , { } ] } ')).toEqual({ a: [1, {}] });
  });

  test('behavior: its objects have only the members that were sent', () => {
    expect(Object.getPrototypeOf(read('{}'))).toBe(null);
    expect(Object.getPrototypeOf(read('{"a":{}}')['a'])).toBe(null);
    expect(read('{"toString":1}')).toEqual(JSON.parse('{"toString":1}'));
  });

  test('args: as deep and as much as may be', () => {
    expect(read(nested(32))).toEqual(JSON.parse(nested(32)));
    expect(read(listed(49_998))['a']).toHaveLength(49_998);
  });

  test('args: as many members as may be', () => {
    expect(read(members(256))).toEqual(JSON.parse(members(256)));
  });

  test.each([
    '0',
    '-0',
    '10',
    '0.5',
    '-1.25',
    '1e9',
    '1E+9',
    '2e-3',
    '9007199254740993',
    '1e400',
    `1${'0'.repeat(400)}`,
  ])('args: the number %s', (text) => {
    expect(read(`{"a":${text}}`)['a']).toBe(JSON.parse(text));
  });

  test.for<[string, string | Uint8Array, string]>([
    ['one level deeper', nested(33), 'nested more than 32 levels deep'],
    ['one value more', listed(49_999), 'more than 50000 values'],
    ['one member more', members(257), 'an object with more than 256 members'],
    ['far too deep', nested(400_000), 'nested more than 32 levels deep'],
    ['nothing', '', 'valid JSON'],
    ['a list', '[]', 'not a JSON object'],
    ['null', 'null', 'not a JSON object'],
    ['a text', '"{}"', 'not a JSON object'],
    ['a byte-order mark', '\ufeff{}', 'valid JSON'],
    ['two objects', '{}{}', 'valid JSON'],
    ['a NUL at the end', '{}\0', 'valid JSON'],
    ['a character that is not JSON white space', '{}\u00a0', 'valid JSON'],
    ['a comma too many', '{"a":1,}', 'valid JSON'],
    ['a comma too few', '{"a":1 "b":2}', 'valid JSON'],
    ['a member twice', '{"a":1,"a":1}', 'has the member "a" twice'],
    ['a member twice, further in', '{"x":[{"a":1,"b":2,"a":null}]}', 'has the member "a" twice'],
    ['a member twice, once escaped', '{"a":1,"\\u0061":2}', 'has the member "a" twice'],
    ['__proto__', '{"__proto__":null}', 'has a member __proto__'],
    ['__proto__, escaped', '{"a":{"\\u005f_proto__":{}}}', 'has a member __proto__'],
    ['constructor', '{"a":[{"constructor":1}]}', 'has a member constructor'],
    ['half a surrogate pair', '{"a":"\\ud800"}', 'half a surrogate pair'],
    ['half a surrogate pair in a name', '{"\\udc00":1}', 'half a surrogate pair'],
    ['a NUL', '{"a":"\\u0000"}', 'a NUL'],
    ['a line break in a text', '{"a":"\n"}', 'valid JSON'],
    ['a text without an end', '{"a":"', 'valid JSON'],
    ['a text that ends with an escape', '{"a":"\\', 'valid JSON'],
    ['a text with an invalid escape', '{"a":"\\x"}', 'valid JSON'],
    ...['01', '-', '+1', '.5', '1.', '1e', '1e+', '0x1', '1_000', '--1', '1a', 'truely', 'nul', 'True', '\u0661'].map(
      (text): [string, string, string] => [`no value: ${text}`, `{"a":${text}}`, 'valid JSON'],
    ),
    ['NaN', '{"a":NaN}', 'valid JSON'],
    ['no value', '{"a":}', 'valid JSON'],
    ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 'not UTF-8'],
    ['an overlong slash', Uint8Array.of(0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d), 'not UTF-8'],
  ])('error: %s', ([, text, message]) => {
    expect(() => read(text)).toThrow(message);
  });
});
