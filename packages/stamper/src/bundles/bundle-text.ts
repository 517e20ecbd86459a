import { StamperError } from '../stamper-error.ts';

/** Several times the length of the longest bundle. */
const longestBundle = 64 * 1024;

/** Refuses a value that is not text, or longer than any bundle, before any work is done on it. */
export function requireBundleText(text: string, part: string): void {
  if (typeof text !== 'string' || text.length > longestBundle) {
    throw new StamperError('MALFORMED', part, `is not text of at most ${longestBundle} characters`);
  }
}
