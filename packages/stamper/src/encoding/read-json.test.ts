import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonProblem, type JsonRules, readJson } from './read-json.ts';

const read = (text: string, rules?: JsonRules) =>
  readJson(text, (problem, name) => new Error(name === undefined ? problem : `${problem} ${name}`), rules);
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('readJson', () => {
  test('default', () => {
    const text = ' {"a":{"b":[1,-0.5e1,true,false,null,"\\u00e9\\"\\\\é🔑"],"c":{}},"":[ ],"__proto__":{ }}\r\n\t';
    expect(read(text)).toEqual(JSON.parse(text));
  });

  test('behavior: whatever it reads is what JSON.parse reads, and it refuses nothing else', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('behavior: it refuses as syntax what JSON.parse refuses', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      ' ',
      '0',
      '-',
      '1e5',
      'null',
      'tru',
      '"a"',
      '\\u0061',
      '\n',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 9 }), (chosen) => {
        const text = chosen.join('');
        const [native, own] = [outcome(() => JSON.parse(text)), outcome(() => read(text))];
        if (own !== 'twice a') expect(own).toEqual(native);
      }),
      { numRuns: 20_000 },
    );
  });

  test('behavior: objects have no prototype', () => {
    const value = read('{"a":[{"constructor":1}]}') as { a: [object] };
    expect(Object.getPrototypeOf(value)).toBe(null);
    expect(Object.getPrototypeOf(value.a[0])).toBe(null);
  });

  test('behavior: takes time by the length alone', () => {
    const length = 4_000_000;
    for (const text of [`"${'\\"'.repeat(length)}"`, `"${'\\\\'.repeat(length)}"`, `${' '.repeat(length)}1`]) {
      expect(read(text)).toEqual(JSON.parse(text));
    }
    expect(() => read(`{"a":${'"\\"'.repeat(length)}`)).toThrow('syntax');
  });

  test.for<[JsonProblem, JsonRules, string, string, string?]>([
    ['depth', {}, nested(65), nested(66)],
    ['depth', { depth: 2 }, '[[[]]]', '[[[1]]]'],
    ['depth', { depth: 2 }, '[{"a":1}]', '[{"a":[1]}]'],
    ['values', { values: 3 }, '[{"a":"b"}]', '[1,{"a":"b"}]'],
    ['members', { members: 2 }, '{"a":{"a":1,"b":2},"b":3}', '{"a":{"a":1,"b":2,"c":3}}'],
    ['length', { length: 2 }, '{"ab":"cd"}', '{"ab":"\\n1"}'],
    ['length', { length: 2 }, '{"ab":"\\n"}', '{"abc":""}'],
    ['names', { names: new Set(['__proto__']) }, '{"a":"__proto__"}', '{"a":[{"_\\u005fproto__":1}]}', '__proto__'],
    ['twice', {}, '{"a":{"a":"a"},"b":["a","a"]}', '[{"b":1,"\\u0062":2}]', 'b'],
    ['twice', {}, '{"":{}}', `{"${'x'.repeat(100)}":1,"${'x'.repeat(100)}":1}`, 'x'.repeat(64)],
  ])('error: %s with %j', ([problem, rules, accepted, refused, name]) => {
    expect(read(accepted, rules)).toEqual(JSON.parse(accepted));
    expect(outcome(() => read(refused, rules))).toBe(name === undefined ? problem : `${problem} ${name}`);
  });

  test('error: an escape that a caller refuses', () => {
    const checkEscaped = (text: string) => {
      if (text.includes('\0')) throw new Error('NUL');
    };
    expect(read('{"\\n":"a"}', { checkEscaped })).toEqual({ '\n': 'a' });
    expect(() => read('["\\u0000"]', { checkEscaped })).toThrow('NUL');
    expect(() => read('{"\\u0000":1}', { checkEscaped })).toThrow('NUL');
  });
});

/** What a reader answers; of an error of the platform, that it is one of syntax. */
function outcome(read: () => unknown): unknown {
  try {
    return JSON.stringify(read());
  } catch (error) {
    return error instanceof SyntaxError ? 'syntax' : (error as Error).message;
  }
}
