import { replaceHidden } from '@mintmark/schema/fields/hidden-characters';

/**
 * A text in which characters that could control a terminal, change the order of what it shows, end a line, or not be seen are
 * escaped as in JSON.
 */
export const escapeHidden = (text: string): string =>
  replaceHidden(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** White space, without ends of lines and marks that nobody would expect within a name. */
const space = /[^\S\u{2028}\u{2029}\u{feff}]+/gu;

/** A text in one line. What is not written by the operator must not control the terminal. */
export const printable = (text: string): string => escapeHidden(text.replaceAll(space, ' '));
