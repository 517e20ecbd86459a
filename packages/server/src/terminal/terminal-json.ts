/** JSON for people. Characters that could control a terminal are escaped, so that a reader of JSON gets the same value. */
export const terminalJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(
    /[\u{7f}-\u{9f}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
