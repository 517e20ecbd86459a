import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indentJson, isPlain, memberSpan, parseObject, replaceMember } from './json-text.ts';

const memberText = (text: string, name: string) => {
  const span = memberSpan(text, name);
  return span && text.slice(span.start, span.end);
};

test('default: a member is replaced, and everything else stays as it was written', () => {
  const text = '{ "b" : {"a": [1, {"a":2}]} ,\n\t"a":  "x,}\\"" , "big": 12345678901234567890 }';
  expect(replaceMember(text, 'a', 'y"')).toBe(
    '{ "b" : {"a": [1, {"a":2}]} ,\n\t"a":  "y\\"" , "big": 12345678901234567890 }',
  );
  expect(memberText(text, 'b')).toBe('{"a": [1, {"a":2}]}');
  expect(memberText(text, 'big')).toBe('12345678901234567890');
});

test('behavior: a name can be escaped, and a value can be equal to a name', () => {
  expect(memberText('{"\\u0061":1}', 'a')).toBe('1');
  expect(memberText('{"b":"a","a":"b"}', 'a')).toBe('"b"');
});

test('behavior: text without the member stays', () => {
  expect(memberSpan('{}', 'a')).toBeUndefined();
  expect(replaceMember('{"b":{"a":1}}', 'a', 2)).toBe('{"b":{"a":1}}');
});

test('behavior: any member of any object is found', () => {
  const objects = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 });
  fc.assert(
    fc.property(objects, fc.constantFrom(undefined, 2, '\t'), (object, space) => {
      for (const [name, value] of Object.entries(JSON.parse(JSON.stringify(object))))
        expect(JSON.parse(memberText(JSON.stringify(object, null, space), name) ?? '')).toEqual(value);
    }),
  );
});

test('behavior: JSON is plain if parsing it loses nothing', () => {
  expect(isPlain('{ "a" : [ 1 , "b  c" ] }')).toBe(true);
  for (const text of ['{"a":12345678901234567890}', '{"a":1,"a":2}', '{"a":"\\u0062"}', '{"a":1.0}'])
    expect(isPlain(text)).toBe(false);
});

test('behavior: only plain JSON is indented', () => {
  expect(indentJson('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(indentJson('{"a":1.0}')).toBe('{"a":1.0}');
  expect(indentJson('<html>')).toBe('<html>');
});

test.each(['[]', '"a"', 'null', '1', '{', ''])('error: %s is not the text of an object', (text) => {
  expect(() => parseObject(text)).toThrow(SyntaxError);
});
