import { expect, test } from 'vitest';
import { type CpuProfile, readProfile } from './profile-shares.ts';
import type { Position } from './source-places.ts';

const frame = (functionName: string, url = '', lineNumber = 0) => ({
  functionName,
  url,
  lineNumber,
  columnNumber: 0,
});
const nodes = [
  { id: 1, callFrame: frame('(root)'), children: [2, 3, 4, 5] },
  { id: 2, callFrame: frame('(idle)') },
  { id: 3, callFrame: frame('(program)') },
  { id: 4, callFrame: frame('(garbage collector)') },
  { id: 5, callFrame: frame('answer', 'file:///app.js', 9), children: [6, 8, 10, 11] },
  { id: 6, callFrame: frame('parse', 'file:///app.js', 19), children: [7] },
  { id: 7, callFrame: frame('parse', 'file:///app.js', 19) },
  { id: 8, callFrame: frame('write', 'node:net', 3), children: [9] },
  { id: 9, callFrame: frame('toString') },
  { id: 10, callFrame: frame('', 'file:///library.js') },
  { id: 11, callFrame: frame('wasm-function[3]', 'wasm://wasm/0a1b', 0) },
];

const find = ({ url, lineNumber }: Position) =>
  url.endsWith('library.js') ? { library: 'pg', text: 'pg' } : { library: undefined, text: `app.ts:${lineNumber + 1}` };

/** A sample every 10 µs, from the time 1000 on. */
const profileOf = (samples: readonly number[]): CpuProfile => ({
  nodes,
  startTime: 1000,
  samples,
  timeDeltas: samples.map((_, index) => (index === 0 ? 0 : 10)),
});

const all = { start: 0, end: 1_000_000 };

test('default', () => {
  const spent = readProfile(profileOf([2, 3, 4, 5, 5, 6, 7, 7, 7, 8, 9, 10, 10, 11, 2]), all, find);
  expect(spent.busy).toBe(130);
  expect([...spent.kinds]).toEqual([
    ['our own code', 60],
    ['libraries', 20],
    ['native code outside JavaScript', 10],
    ['garbage collection', 10],
    ["Node's own code", 10],
    ['native calls', 10],
    ['WebAssembly', 10],
  ]);
  expect(spent.own).toEqual([
    { name: 'answer', place: 'app.ts:10', self: 20, inclusive: 110 },
    { name: 'parse', place: 'app.ts:20', self: 40, inclusive: 40 },
  ]);
  expect(spent.others.filter(({ self }) => self > 0)).toEqual([
    { name: '(program)', place: '', self: 10, inclusive: 10 },
    { name: '(garbage collector)', place: '', self: 10, inclusive: 10 },
    { name: 'write', place: 'node:net', self: 10, inclusive: 20 },
    { name: 'toString', place: 'native', self: 10, inclusive: 10 },
    { name: '(anonymous)', place: 'pg', self: 20, inclusive: 20 },
    { name: 'wasm-function[3]', place: 'WebAssembly', self: 10, inclusive: 10 },
  ]);
});

test('behavior: only the span counts', () => {
  const profile = profileOf([5, 5, 5, 6, 6, 3]);
  expect(readProfile(profile, { start: 1025, end: 1035 }, find)).toMatchObject({
    busy: 10,
    own: [
      { name: 'answer', self: 5, inclusive: 10 },
      { name: 'parse', self: 5, inclusive: 5 },
    ],
  });
  expect(readProfile(profile, { start: 5000, end: 6000 }, find).busy).toBe(0);
});

test('behavior: samples out of order', () => {
  const profile = { ...profileOf([5, 2, 6, 3]), timeDeltas: [0, 20, -10, 20] };
  expect(readProfile(profile, all, find)).toMatchObject({ busy: 20, own: [{ self: 10 }, { self: 10 }] });
});
