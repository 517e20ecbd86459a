import { expect, test } from 'vitest';
import { judgeMemory, type MemorySample } from './memory.ts';

const minutes = (values: readonly number[]): MemorySample[] => values.map((value, index) => [index * 60_000, value]);

test('default: memory that goes up and down is flat', () => {
  const figures = judgeMemory(minutes([200, 260, 190, 240, 210, 250, 200, 230]));
  expect(figures).toMatchObject({ first: 200, last: 200, isFlat: true });
});

test('behavior: memory that keeps growing is not flat', () => {
  const figures = judgeMemory(minutes([200, 300, 400, 500, 600, 700, 800, 900]));
  expect(figures).toEqual({ first: 200, last: 800, growth: 100, isFlat: false });
});

test('behavior: without samples the memory is not called flat', () => {
  expect(judgeMemory([]).isFlat).toBe(false);
});
