import { escapeHidden } from '@mintmark/server/core/requests/printable';

/** JSON for people. Characters that could control a terminal are escaped, so that a reader of JSON gets the same value. */
export const terminalJson = (value: unknown): string =>
  // A line end between two members is the only control character that JSON.stringify leaves.
  JSON.stringify(value, null, 2).split('\n').map(escapeHidden).join('\n');
