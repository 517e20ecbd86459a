import { expect, test } from 'vitest';
import { readTraceparent } from './traceparent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test.each<[value: string, isSampled: boolean]>([
  [`00-${traceId}-${spanId}-01`, true],
  [`00-${traceId}-${spanId}-00`, false],
  [`00-${traceId}-${spanId}-03`, true],
  [`00-${traceId}-${spanId}-02`, false],
  // A later version may have more fields.
  [`cc-${traceId}-${spanId}-01-more`, true],
  [`cc-${traceId}-${spanId}-01`, true],
])('default: %s', (value, isSampled) => {
  expect(readTraceparent([value])).toEqual({ traceId, spanId, isSampled });
});

test.each<[...values: string[]]>([
  [],
  [''],
  [`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`],
  [`00-${traceId}-${spanId}-01-more`],
  [`ff-${traceId}-${spanId}-01`],
  [`00-${'0'.repeat(32)}-${spanId}-01`],
  [`00-${traceId}-${'0'.repeat(16)}-01`],
  [`00-${traceId.toUpperCase()}-${spanId}-01`],
  [`00-${traceId}-${spanId}`],
  [`00-${traceId}-${spanId}-1`],
  [`cc-${traceId}-${spanId}-01.more`],
  [` 00-${traceId}-${spanId}-01`],
])('error: %s', (...values) => {
  expect(readTraceparent(values)).toBe(undefined);
});
