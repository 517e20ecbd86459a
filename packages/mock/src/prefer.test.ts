import { expect, test } from 'vitest';
import { parsePrefer } from './prefer.ts';

test.each([
  ['code=429', { code: '429' }],
  ['code=401, example=SIGNATURE_MISSING', { code: '401', example: 'SIGNATURE_MISSING' }],
  ['code=401,example=SIGNATURE_MISSING', { code: '401', example: 'SIGNATURE_MISSING' }],
  [' Code = 429 ', { code: '429' }],
  ['code="429"', { code: '429' }],
  [String.raw`seed="a, \"b\"", code=200`, { seed: 'a, "b"', code: '200' }],
  ['code=429; foo=bar, dynamic=true', { code: '429', dynamic: 'true' }],
  ['dynamic', { dynamic: '' }],
  ['code=429, code=503', { code: '429' }],
  ['scenario=pending-then-completed', { scenario: 'pending-then-completed' }],
  ['__proto__=1', { ['__proto__']: '1' }],
  ['', {}],
  ['=429', {}],
  [',,;;==""', {}],
])('default: %s', (header, preferences) => {
  expect([...parsePrefer(header)]).toEqual(Object.entries(preferences));
});

test('behavior: reads the longest possible header in linear time', () => {
  for (const part of ['a=', '"', ' ', ',', 'a="\\', '=', 'a ', 'code="']) {
    expect(parsePrefer(part.repeat(16_384 / part.length))).toBeInstanceOf(Map);
  }
});
