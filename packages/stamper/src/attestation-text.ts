import { StamperError } from './stamper-error.ts';

/** The longest token that can attest a key. An OIDC token with many claims takes a few KiB. */
export const longestAttestation = 16 * 1024;

/** The characters of a compact JWT, and of its base64. All are ASCII and need no escape in JSON. */
const form = /^[A-Za-z0-9._=+/-]+$/;

/** A token as a header can carry it. Its content is not checked. */
export function requireAttestation(token: unknown, part: string): string {
  if (typeof token === 'string' && token.length <= longestAttestation && form.test(token)) return token;
  throw new StamperError('MALFORMED', part, `is not a token of at most ${longestAttestation} characters`);
}
