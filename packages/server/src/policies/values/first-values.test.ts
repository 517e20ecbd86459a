import { expect, test } from 'vitest';
import { firstValues } from './first-values.ts';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `n[${index}]`, value: BigInt(index) }));

test('default: a short list is complete', () => {
  expect(firstValues([{ name: 'eth.tx.to', value: 'a', index: 1 }])).toEqual({
    values: [{ name: 'eth.tx.to', value: "'a'", index: 1 }],
    omittedValues: 0,
  });
});

test('behavior: at most 300 values, and those that are missing are counted', () => {
  const { values, omittedValues } = firstValues(numbered(5_000));
  expect(values).toHaveLength(300);
  expect(omittedValues).toBe(4_700);
  expect(firstValues(numbered(300)).omittedValues).toBe(0);
});

test('behavior: values and names that are cut count as omitted', () => {
  const fits = 'v'.repeat(98);
  const { values, omittedValues } = firstValues([
    { name: 'fits', value: fits },
    { name: 'ends', value: '…' },
    { name: 'long', value: `${fits}v` },
    { name: 'k'.repeat(201), value: 1n },
  ]);
  expect(values.map(({ name, value }) => [name.length, value.length])).toEqual([
    [4, 100],
    [4, 3],
    [4, 100],
    [200, 1],
  ]);
  expect(omittedValues).toBe(2);
});
