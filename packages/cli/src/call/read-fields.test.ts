import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSurroundings } from '../../test/test-surroundings.ts';
import type { ContractDocument, Schema } from './contract-document.ts';
import { fieldWords } from './field-words.ts';
import { readFields } from './read-fields.ts';

const tag: Schema = { type: 'object', properties: { label: { type: 'string' } }, additionalProperties: false };
const document = { components: { schemas: { Tag: tag } } } as unknown as ContractDocument;
const schema: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    count: { type: 'integer' },
    isOn: { type: 'boolean' },
    tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
    names: { type: 'array', items: { type: 'string' } },
    tag: { $ref: '#/components/schemas/Tag' },
  },
  additionalProperties: false,
};
const read = (...words: string[]) => readFields(document, schema, words, testSurroundings());

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-fields-'));
  writeFileSync(join(directory, 'text'), 'one\ntwo\n');
  writeFileSync(join(directory, 'json'), '["a"]\n');
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('readFields', () => {
  test('default', async () => {
    const fields = await read(
      'name=Ann',
      'count=3',
      'isOn=false',
      'tags.0.label=a',
      'tags.1.label=b',
      'names.0=x',
      'tag.label=c',
    );
    expect(JSON.stringify(fields)).toBe(
      '{"name":"Ann","count":3,"isOn":false,"tags":[{"label":"a"},{"label":"b"}],"names":["x"],"tag":{"label":"c"}}',
    );
  });

  test('args: text that looks like something else is text where a string is needed', async () => {
    expect(await read('name=12')).toEqual({ name: '12' });
    expect(await read('name=')).toEqual({ name: '' });
    expect(await read('name=a=b:=c')).toEqual({ name: 'a=b:=c' });
  });

  test('args: JSON', async () => {
    expect(await read('names:=["a"]', 'tag:={"label":"b"}', 'name:="@c"')).toEqual({
      names: ['a'],
      tag: { label: 'b' },
      name: '@c',
    });
  });

  test('args: files', async () => {
    expect(await read(`name=@${directory}/text`, `names:=@${directory}/json`)).toEqual({
      name: 'one\ntwo',
      names: ['a'],
    });
  });

  test('args: the entries of a list in any order', async () => {
    expect(await read('names.1=b', 'names.0=a')).toEqual({ names: ['a', 'b'] });
  });

  test('behavior: fieldWords writes what it reads', async () => {
    const value = { name: '@x', count: -1, tags: [{ label: '' }, {}], names: [], tag: {} };
    expect(await read(...fieldWords(value))).toEqual(value);
  });

  test.each([
    ['a name that is misspelt', ['nmae=a'], 'nmae is not a field; did you mean name?'],
    [
      'a name that is like no other',
      ['other=a'],
      'other is not a field; there are name, count, isOn, tags, names, tag',
    ],
    ['a name that every object has', ['constructor=a'], 'constructor is not a field'],
    ['a prototype', ['__proto__.a=b'], '__proto__ is not a field'],
    ['a misspelt name inside', ['tags.0.lable=a'], 'tags.0.lable is not a field; did you mean label?'],
    [
      'a word that is no field, without showing it',
      ['secret'],
      /^after the operation, each argument must be a field: (?!.*secret)/,
    ],
    ['no name', ['=a'], 'each argument must be a field'],
    ['no name before JSON', [':=1'], 'each argument must be a field'],
    ['a text in place of a number, without showing it', ['count=secret'], /^count must be a whole number$/],
    ['a fraction', ['count=1.5'], 'count must be a whole number'],
    ['a text in place of true or false', ['isOn=yes'], 'isOn must be true or false'],
    ['a text in place of a list', ['names=a'], 'names is a list: write names.0=…, or the whole list as names:=[…]'],
    ['a text in place of an object', ['tag=a'], 'tag is an object: write tag.FIELD=…'],
    ['a name in place of a number', ['names.first=a'], 'names is a list: add an index, as in names.0'],
    ['a number that no list needs', ['names.99999=a'], 'names is a list: add an index'],
    ['a field of a string', ['name.first=a'], 'name has no fields'],
    ['a gap', ['names.0=a', 'names.2=c'], 'names.1 is missing: a list cannot have gaps'],
    ['a field twice', ['name=a', 'name=b'], 'name is given twice'],
    ['a list twice', ['names:=[]', 'names.0=a'], 'names is given twice'],
    ['a list twice, the other way', ['names.0=a', 'names:=[]'], 'names is given twice'],
    ['JSON that is none, without showing it', ['name:=secret'], /^name:= is not valid JSON$/],
    ['a missing file', ['name=@nowhere'], 'name: nowhere cannot be read: ENOENT'],
  ])('error: %s', async (_, words, message) => {
    await expect(read(...words)).rejects.toThrow(message);
  });
});
