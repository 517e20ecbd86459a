import { describe, expect, test } from 'vitest';
import { equalJson } from './equal-json.ts';

const parse = (text: string) => JSON.parse(text) as unknown;
const lists = (levels: number) => parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`);
const objects = (levels: number) => parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

describe('equalJson', () => {
  test.each([
    ['the same', '{"a":[1,"b",{"c":true}]}', '{"a":[1,"b",{"c":true}]}'],
    ['members in another order', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['null, an empty list and nothing', '{"a":null,"b":[]}', '{}'],
  ])('default: %s', (_, one, other) => {
    expect(equalJson(parse(one), parse(other))).toBe(true);
    expect(equalJson(parse(other), parse(one))).toBe(true);
  });

  test.each([
    ['a list and a prefix of it', '[1,2]', '[1]'],
    ['a list and the same list with null at the end', '[1]', '[1,null]'],
    ['a list of null and an empty one', '[null]', '[]'],
    ['another order of a list', '[1,2]', '[2,1]'],
    ['a list and an object of the same members', '[1]', '{"0":1}'],
    ['a number and its text', '1', '"1"'],
    ['false and nothing', '{"a":false}', '{}'],
    ['an extra member', '{"a":1}', '{"a":1,"b":1}'],
    ['an own member and the inherited one of its name', '{"__proto__":{}}', '{}'],
    ['an object and what it would inherit', '{"__proto__":{"a":1}}', '{"a":1}'],
    ['a member that every object inherits', '{"toString":1}', '{}'],
  ])('error: %s', (_, one, other) => {
    expect(equalJson(parse(one), parse(other))).toBe(false);
    expect(equalJson(parse(other), parse(one))).toBe(false);
  });

  test.each([lists, objects])('behavior: 32 levels are compared, more are never equal (%#)', (nested) => {
    expect(equalJson(nested(32), nested(32))).toBe(true);
    expect(equalJson(nested(33), nested(33))).toBe(false);
    expect(equalJson(nested(3000), nested(3000))).toBe(false);
    expect(equalJson(nested(30_000), nested(30_000))).toBe(false);
  });
});
