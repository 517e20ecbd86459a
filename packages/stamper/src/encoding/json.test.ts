import { describe, expect, test } from 'vitest';
import { StamperError } from '../stamper-error.ts';
import { parseObject, parseStrings } from './json.ts';

describe('parseObject', () => {
  test('default', () => {
    expect({ ...parseObject('{"a":1,"b":[true]}', 'stamp') }).toEqual({ a: 1, b: [true] });
  });

  test('behavior: has own members only', () => {
    const value = parseObject('{"__proto__":{"admin":true},"constructor":1}', 'stamp');
    expect(Object.getPrototypeOf(value)).toBe(null);
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(value['admin']).toBe(undefined);
    expect(value['toString']).toBe(undefined);
    expect(({} as { admin?: boolean }).admin).toBe(undefined);
  });

  test.each(['', '{', '{"a":}', "{'a':1}", '{"a":1}x', '\ufeff{}', '{"a":1,}', 'undefined', '{"secret":"abc'])(
    'error: not JSON: %j',
    (text) => {
      const refusal = new StamperError('MALFORMED', 'stamp', 'is not JSON');
      expect(() => parseObject(text, 'stamp')).toThrow(refusal);
    },
  );

  test.each(['null', '1', '"a"', '[]', '[{}]', 'true'])('error: not an object: %s', (text) => {
    expect(() => parseObject(text, 'stamp')).toThrow(new StamperError('MALFORMED', 'stamp', 'is not a JSON object'));
  });

  test('error: nested too deeply', () => {
    const deep = (levels: number) => `{"x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(parseObject(deep(64), 'stamp')).toEqual(JSON.parse(deep(64)));
    const refusal = new StamperError('MALFORMED', 'stamp', 'is nested too deeply');
    expect(() => parseObject(deep(65), 'stamp')).toThrow(refusal);
    expect(() => parseObject(deep(1_000_000), 'stamp')).toThrow(refusal);
    expect(() => parseObject('['.repeat(1_000_000), 'stamp')).toThrow(StamperError);
    expect(() => parseObject('{"a":'.repeat(1_000_000), 'stamp')).toThrow(StamperError);
  });
});

describe('parseStrings', () => {
  const names = ['publicKey', 'scheme'] as const;

  test('default', () => {
    const { publicKey, scheme } = parseStrings('{"scheme":"s","publicKey":"p"}', 'stamp', names);
    expect([publicKey, scheme]).toEqual(['p', 's']);
  });

  test.each([
    '{"publicKey":"p"}',
    '{"publicKey":"p","scheme":null}',
    '{"publicKey":"p","scheme":1}',
    '{"publicKey":"p","scheme":["s"]}',
  ])('error: %s', (text) => {
    expect(() => parseStrings(text, 'stamp', names)).toThrow(
      new StamperError('MALFORMED', 'stamp.scheme', 'is not a string'),
    );
  });

  test('args: others', () => {
    const text = '{"publicKey":"p","scheme":"s","secret":"x"}';
    expect(() => parseStrings(text, 'stamp', names)).toThrow('stamp has members other than publicKey, scheme');
    expect(parseStrings(text, 'stamp', names, 'ignored')).toMatchObject({ publicKey: 'p', scheme: 's' });
  });

  test('error: a member that every object has', () => {
    expect(() => parseStrings('{}', 'stamp', ['constructor'])).toThrow('stamp.constructor is not a string');
    expect(() => parseStrings('{"publicKey":"p","scheme":"s","__proto__":{}}', 'stamp', names)).toThrow(StamperError);
  });
});

describe('members twice', () => {
  test.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":2,"a":3}',
    String.raw`{"a":1,"\u0061":1}`,
    String.raw`{"é":1,"\u00E9":1}`,
    String.raw`{"a\"":1,"a\u0022":1}`,
    '{"x":{"a":1,"a":2}}',
    '{"x":[{"a":{}},{"b":[],"b":[]}]}',
    '{"a":"}","a":"{"}',
    '{ "a" : [ "a" , "b" ] , "a" : 1 }',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
  ])('error: %s', (text) => {
    expect(() => parseObject(text, 'part')).toThrow('part has a member twice');
  });

  test.each([
    '{"a":{"a":{"a":"a"}}}',
    '{"a":["a","a"],"b":["a","a"]}',
    '{"x":[{"a":1},{"a":1}],"a":1}',
    '{"a":"\\"a\\":1,\\"a\\"","b":"a"}',
    '{"a":1,"A":1,"á":1,"a ":1}',
    String.raw`{"a\\":"\\\"","a":"\"","b\\\"":1}`,
    `{"x":${'[{"a":'.repeat(31)}1${'}]'.repeat(31)}}`,
  ])('default: not in %s', (text) => {
    expect(parseObject(text, 'part')).toEqual(JSON.parse(text));
  });

  test('behavior: a string of any length', () => {
    expect(parseObject(`{"x":"${'x'.repeat(30_000_000)}"}`, 'part')['x']).toHaveLength(30_000_000);
  });
});
