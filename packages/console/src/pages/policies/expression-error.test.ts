import { expect, test } from 'vitest';
import { rangeOf, readExpressionErrors } from './expression-error.ts';

test('default: reads the part, the line and the column from each operation that refuses', () => {
  const description = "line 2, column 5: expected a value, found ')'";
  const fields = ['proposedPolicies.0.condition', 'parameters.policyConsensus', 'parameters.time'];
  expect(readExpressionErrors(fields.map((field) => ({ field, description })))).toEqual(
    ['condition', 'consensus', 'time'].map((part) => ({
      part,
      line: 2,
      column: 5,
      reason: "expected a value, found ')'",
    })),
  );
});

test('behavior: other violations are not mistakes in expressions', () => {
  expect(
    readExpressionErrors([
      { field: 'parameters.policyName', description: 'line 1, column 1: x' },
      { field: 'parameters.condition', description: 'is too long' },
    ]),
  ).toEqual([]);
});

test('default: finds the word at the place', () => {
  const text = "activity.kind == 'A'\n  && eth.tx.valeu > 1";
  const [start, end] = rangeOf(text, { line: 2, column: 6 });
  expect(text.slice(start, end)).toBe('eth.tx.valeu');
});

test('behavior: columns count characters, not code units', () => {
  const text = "'😀😀' @ 1";
  const [start, end] = rangeOf(text, { line: 1, column: 6 });
  expect(text.slice(start, end)).toBe('@');
});

test('behavior: a place at or behind the end is the end', () => {
  expect(rangeOf('a &&', { line: 1, column: 5 })).toEqual([4, 4]);
  expect(rangeOf('a', { line: 9, column: 9 })).toEqual([1, 1]);
});
