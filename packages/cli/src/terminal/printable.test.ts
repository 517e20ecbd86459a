import { printable } from '@mintmark/server/core/requests/printable';
import { describe, expect, test } from 'vitest';
import { terminalJson } from './terminal-json.ts';

const code = (character: string) => `U+${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
/** C0 and C1 controls, DEL, and the characters that change the direction of text. */
const controls = [
  ...Array.from({ length: 0xa0 }, (_, index) => String.fromCharCode(index)).filter((text) => !/[ -~]/.test(text)),
  ...'\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}',
];
/** Ends of lines, and characters without a shape. */
const unseen = ['\u{2028}', '\u{2029}', '\u{ad}', '\u{200b}', '\u{2060}', '\u{3164}', '\u{feff}'];

describe('printable', () => {
  test('default: one line', () => {
    expect(printable('  a\tb\r\n c é 漢 😀 ')).toBe(' a b c é 漢 😀 ');
  });

  test('behavior: no character controls the terminal', () => {
    const kept = [...controls, ...unseen].filter(
      (character) => !/^a(?: |\\u[0-9a-f]{4})b$/.test(printable(`a${character}b`)),
    );
    expect(kept.map(code)).toEqual([]);
  });

  test('behavior: joiners and variation selectors stay, because some scripts and emoji need them', () => {
    const text = 'می‌خواهم 👩‍👩‍👧 ❤️ 葛󠄀';
    expect([printable(text), JSON.parse(terminalJson(text))]).toEqual([text, text]);
    expect(terminalJson(text)).toBe(JSON.stringify(text));
  });

  test('behavior: JSON escapes the same characters', () => {
    const kept = [...controls, ...unseen].filter((character) => terminalJson(character).includes(character));
    expect(kept.map(code)).toEqual([]);
    expect(JSON.parse(terminalJson(controls.join('')))).toBe(controls.join(''));
  });
});
