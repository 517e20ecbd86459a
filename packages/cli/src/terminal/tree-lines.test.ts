import { expect, test } from 'vitest';
import { treeLines, wrap } from './tree-lines.ts';

test('default', () => {
  const tree = { text: 'a', branches: [{ text: 'b', branches: [{ text: 'c' }] }, { text: 'd' }] };
  expect(treeLines(tree)).toEqual(['a', '├─ b', '│  └─ c', '└─ d']);
});

test('behavior: wraps at 100 columns, and leads past the other lines of a text', () => {
  const long = 'word '.repeat(40).trim();
  const lines = treeLines({ text: 'a', branches: [{ text: long, branches: [{ text: long }] }] });
  expect(lines).toHaveLength(7);
  expect(lines[2]).toMatch(/^ {3}│ word word/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
});

test('behavior: breaks words that are longer than a line, and keeps an arrow with its value', () => {
  expect(wrap('abcdefgh ij', 4)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrap('a == b → false', 7)).toEqual(['a == b', '→ false']);
});

test('behavior: nothing in a text controls the terminal', () => {
  expect(treeLines({ text: 'a\n\u{1b}[31mb\u{202e}c' })).toEqual(['a \\u001b[31mb\\u202ec']);
});
