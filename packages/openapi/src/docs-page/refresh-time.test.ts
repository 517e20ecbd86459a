import { expect, test } from 'vitest';
import { refreshTime } from './refresh-time.ts';

test('default: only the digits of the time change', () => {
  expect(refreshTime('{"type" : "X",\n"timestampMs": "1", "parameters": {"timestampMs": "1"}}', 5)).toBe(
    '{"type" : "X",\n"timestampMs": "5", "parameters": {"timestampMs": "1"}}',
  );
});

test('behavior: a body without a time stays', () => {
  expect(refreshTime('{ "organizationId": "o" }', 5)).toBe('{ "organizationId": "o" }');
});

test('behavior: the time of an activity inside a query', () => {
  const activity = '{"timestampMs":"1","note":"\\"é"}';
  expect(JSON.parse(refreshTime(JSON.stringify({ request: activity }), 5))).toEqual({
    request: '{"timestampMs":"5","note":"\\"é"}',
  });
  expect(refreshTime('{"request":"not JSON"}', 5)).toBe('{"request":"not JSON"}');
});
