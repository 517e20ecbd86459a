import { expect, test } from 'vitest';
import { paintOutcomes } from './paint-outcomes.ts';

const lines = {
  'OUTCOME_ALLOW: allowed by "A"': '\u{1b}[32mOUTCOME_ALLOW\u{1b}[39m: allowed by "A"',
  'OUTCOME_ALLOW → OUTCOME_TIME_INACTIVE':
    '\u{1b}[32mOUTCOME_ALLOW\u{1b}[39m → \u{1b}[33mOUTCOME_TIME_INACTIVE\u{1b}[39m',
  'a == b → false': 'a == b → \u{1b}[31mfalse\u{1b}[39m',
  'nothing to colour': 'nothing to colour',
};

test.each(Object.entries(lines))('default: %s', (line, painted) => {
  expect(paintOutcomes(line, { hasColours: true })).toBe(painted);
});

test.each(Object.keys(lines))('behavior: no colours in %s', (line) => {
  expect(paintOutcomes(line, { hasColours: false })).toBe(line);
});
