import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

test('default', () => {
  expect(parseJson('{"a":[1,{"b":null}],"c":"d"}')).toEqual({ value: { a: [1, { b: null }], c: 'd' } });
});

test.each(['null', 'true', '0', '"a"', '[]', ' {} '])('default: %s', (text) => {
  expect(parseJson(text)).toEqual({ value: JSON.parse(text) });
});

test.each(['{', '{"a":}', "{'a':1}", '{"a":1}x', '\ufeff{}', '{"a":1,}', 'undefined', 'NaN', '{"a":1}{}'])(
  'error: not JSON: %j',
  (text) => {
    expect(parseJson(text)).toEqual({ problem: 'is not JSON' });
  },
);

test.each(['', ' ', '\n\t'])('error: nothing: %j', (text) => {
  expect(parseJson(text)).toEqual({ problem: 'is empty' });
});

test.each([
  ['{"a":1,"a":1}', '"a"'],
  ['{"a":1,"b":2,"a":3}', '"a"'],
  ['{"x":{"a":1,"a":2}}', '"a"'],
  ['{"x":[{"a":{}},{"b":[],"b":[]}]}', '"b"'],
  ['{"a":"}","a":"{"}', '"a"'],
  ['{"a":"\\"","a":1}', '"a"'],
  ['{ "a" : [ "a" , "b" ] , "a" : 1 }', '"a"'],
  ['{"__proto__":1,"__proto__":2}', '"__proto__"'],
  ['{"":1,"":2}', '""'],
  [String.raw`{"a":1,"\u0061":1}`, '"a"'],
  [`{"${'a'.repeat(65)}":1,"${'a'.repeat(65)}":2}`, `"${'a'.repeat(64)}"`],
])('error: a member twice: %s', (text, name) => {
  expect(parseJson(text)).toEqual({ problem: `has the member ${name} twice in one object` });
});

test.each([
  '{"a":"a","b":"a"}',
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":["a","a","b","b"]}',
  '{"a":"\\"a\\":1,\\"a\\":2"}',
  '{"a":{},"b":{"a":1},"c":"a"}',
  '{"a":[],"b":[{"c":1}],"c":1}',
])('behavior: not twice: %s', (text) => {
  expect(parseJson(text)).toEqual({ value: JSON.parse(text) });
});

test('error: nested too deeply', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(parseJson(nested(64))).toHaveProperty('value');
  expect(parseJson(nested(65))).toEqual({ problem: 'is nested too deeply' });
  expect(parseJson(nested(1_000_000))).toEqual({ problem: 'is nested too deeply' });
});

test('behavior: wide is not deep', () => {
  expect(parseJson(`[${'[],{},'.repeat(1000)}1]`)).toHaveProperty('value');
});

test('behavior: a long string', () => {
  const fill = (length: number) => [
    'a'.repeat(length),
    '\\\\'.repeat(length / 2),
    '\\"'.repeat(length / 2),
    'é'.repeat(length),
  ];
  for (const long of fill(2 * 1024 * 1024)) {
    expect(parseJson(`{"a":"${long}"}`)).toHaveProperty('value');
    expect(parseJson(`{"a":"${long}","a":1}`)).toEqual({ problem: 'has the member "a" twice in one object' });
  }
  for (const longer of [...fill(2 * 1024 * 1024 + 2), 'a'.repeat(8 * 1024 * 1024)]) {
    expect(parseJson(`{"a":"${longer}"}`)).toEqual({ problem: 'has a string that is too long' });
    expect(parseJson(`{"${longer}":1}`)).toEqual({ problem: 'has a string that is too long' });
  }
});
