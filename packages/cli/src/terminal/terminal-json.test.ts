import { expect, test } from 'vitest';
import { terminalJson } from './terminal-json.ts';

test('default', () => {
  expect(terminalJson({ a: ['é'] })).toBe('{\n  "a": [\n    "é"\n  ]\n}');
});

test('behavior: nothing controls the terminal, and the value stays the same', () => {
  const value = { name: 'a\u{1b}[2J\u{7f}\u{9b}31m\u{202e}\u{2066}' };
  const text = terminalJson(value);
  expect(text).toBe('{\n  "name": "a\\u001b[2J\\u007f\\u009b31m\\u202e\\u2066"\n}');
  expect(JSON.parse(text)).toEqual(value);
});
