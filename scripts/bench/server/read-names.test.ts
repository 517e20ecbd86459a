import { expect, test } from 'vitest';
import { readNames } from './read-names.ts';

const known = ['whoami', 'sign16', 'tags'];
const read = (PROFILE?: string) => readNames('PROFILE', known, ['whoami'], { PROFILE });

test('default', () => {
  expect([undefined, ''].map(read)).toEqual([['whoami'], ['whoami']]);
});

test('behavior: in their usual order, each once', () => {
  expect(read('tags, sign16,tags')).toEqual(['sign16', 'tags']);
});

test.each(['all', 'tags,', 'Tags', 'tags sign16'])('error: %s', (text) => {
  expect(() => read(text)).toThrow(`PROFILE must be some of whoami,sign16,tags, with commas between them, not ${text}`);
});
