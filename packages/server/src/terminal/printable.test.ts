import { describe, expect, test } from 'vitest';
import { printable } from './printable.ts';
import { terminalJson } from './terminal-json.ts';

const code = (character: string) => `U+${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
/** C0 and C1 controls, DEL, and the characters that change the direction of text. */
const controls = [
  ...Array.from({ length: 0xa0 }, (_, index) => String.fromCharCode(index)).filter((text) => !/[ -~]/.test(text)),
  ...'\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}',
];
const lineEnds = ['\u{2028}', '\u{2029}'];

describe('printable', () => {
  test('default: one line', () => {
    expect(printable('  a\tb\r\n c é 漢 😀 ')).toBe(' a b c é 漢 😀 ');
  });

  test('behavior: no character controls the terminal', () => {
    const kept = [...controls, ...lineEnds].filter((character) => !/^a[ ?]b$/.test(printable(`a${character}b`)));
    expect(kept.map(code)).toEqual([]);
  });

  test('behavior: JSON escapes the same characters', () => {
    const kept = [...controls, ...lineEnds].filter((character) => terminalJson(character).includes(character));
    expect(kept.map(code)).toEqual([]);
    expect(JSON.parse(terminalJson(controls.join('')))).toBe(controls.join(''));
  });
});
