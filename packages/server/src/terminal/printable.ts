/** Characters that could control a terminal, change the order of what it shows, or end a line. */
export const controls = /[\p{Cc}\p{Bidi_Control}\u{2028}\u{2029}]/gu;

/** A text in one line. What is not written by the operator must not control the terminal. */
export const printable = (text: string): string => text.replaceAll(/\s+/gu, ' ').replaceAll(controls, '?');
