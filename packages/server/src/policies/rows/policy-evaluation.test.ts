import { randomUUID } from 'node:crypto';
import { Outcome } from '@mintmark/schema/fields/policies/outcome';
import { expect, test } from 'vitest';
import { decodeOutcomes, encodeOutcomes } from './policy-evaluation.ts';

test('default', () => {
  const policyId = '0199c3a4-9a10-7c3d-8e52-6b1f0d94a7c8';
  const encoded = encodeOutcomes([{ policyId, outcome: 'OUTCOME_DENY_EXPLICIT' }]);
  expect(Buffer.from(encoded).toString('hex')).toBe('0199c3a49a107c3d8e526b1f0d94a7c802');
  expect(decodeOutcomes(encoded)).toEqual([{ policyId, outcome: 'OUTCOME_DENY_EXPLICIT' }]);
});

test('behavior: every outcome, in the order given', () => {
  const outcomes = Outcome.options.map((outcome) => ({ policyId: randomUUID(), outcome }));
  const encoded = encodeOutcomes(outcomes);
  expect(encoded).toHaveLength(outcomes.length * 17);
  expect(decodeOutcomes(encoded)).toEqual(outcomes);
  // A store may answer with a part of a larger buffer.
  const larger = Buffer.concat([Buffer.of(9), encoded, Buffer.of(9)]);
  expect(decodeOutcomes(new Uint8Array(larger).subarray(1, -1))).toEqual(outcomes);
});

test('behavior: no outcomes', () => {
  expect(encodeOutcomes([])).toHaveLength(0);
  expect(decodeOutcomes(new Uint8Array())).toEqual([]);
});

test.each([
  ['a byte of no outcome', `${'ab'.repeat(16)}00`, '0 is not the byte of an outcome'],
  ['a byte beyond the last outcome', `${'ab'.repeat(16)}09`, '9 is not the byte of an outcome'],
  ['an entry without its last byte', 'ab'.repeat(16), '16 bytes are not a list of outcomes'],
])('error: %s', (_name, hex, message) => {
  expect(() => decodeOutcomes(Buffer.from(hex, 'hex'))).toThrow(message);
});
