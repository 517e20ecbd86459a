/**
 * The characters that names, words of contract interfaces and strings of policies refuse: with them, a text would not be what
 * people see.
 *
 * - control characters, and ends of lines;
 * - marks that change the direction of text;
 * - characters without a shape of their own, such as the zero-width space (Default_Ignorable_Code_Point of Unicode).
 *
 * Zero-width joiners and variation selectors are not among them: Persian, Indic scripts and emoji need them. Neither are
 * characters beyond U+FFFF: a pattern without flags cannot name them, and flags of regions are written with some of them.
 */
const ranges: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180e, 0x180e],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
];

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');

/** A character as regular expressions of every language write it. */
const written = (code: number) => (code <= 0xff ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);

/**
 * What a class of a regular expression has between its brackets to match them. Two neighbours are not written as a range:
 * json-schema-faker, which makes answers of the mock, then finds no text for the class.
 */
export const hiddenClass = ranges
  .map(([from, to]) => [...new Set([from, to])].map(written).join(to - from > 1 ? '-' : ''))
  .join('');

const hidden = new RegExp(`[${hiddenClass}]`);
const allHidden = new RegExp(`[${hiddenClass}]`, 'g');

export const isHidden = (character: string): boolean => hidden.test(character);

/** How people write a code point: U+0430. */
export const codePointName = (code: number): string => `U+${hex(code, 4).toUpperCase()}`;

/** The name of the first hidden character of a text, if it has one. */
export function findHidden(text: string): string | undefined {
  const [found] = hidden.exec(text) ?? [];
  return found === undefined ? undefined : codePointName(found.charCodeAt(0));
}

/** A text with another in the place of each hidden character. */
export const replaceHidden = (text: string, replacement: (character: string) => string): string =>
  text.replace(allHidden, replacement);
