import { type JsonObject, readStrictJson } from '@mintmark/stamper/encoding';
import { invalidOidcToken } from './invalid-oidc-token.ts';

/** A token of which nothing is verified yet. */
export interface OidcToken {
  /** The compact JWS. */
  readonly compact: string;
  readonly header: JsonObject;
  readonly payload: JsonObject;
}

/** Several times the length of the longest ID tokens. */
const longestToken = 16 * 1024;
const longestEncoded = Math.ceil(longestToken / 3) * 4;
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const base64Form = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Reads a compact JWT, or base64 of one. */
export function readOidcToken(text: string): OidcToken {
  const compact = decode(text);
  if (!compactForm.test(compact)) throw invalidOidcToken('it is not a compact JWT');
  const [header = '', payload = ''] = compact.split('.');
  return { compact, header: readPart(header, 'header'), payload: readPart(payload, 'payload') };
}

function decode(text: string): string {
  const isEncoded = !text.includes('.');
  if (text.length > (isEncoded ? longestEncoded : longestToken))
    throw invalidOidcToken(`it is longer than ${longestToken} characters`);
  if (!isEncoded || !base64Form.test(text)) return text;
  // Node reads both alphabets.
  return Buffer.from(text, 'base64').toString('latin1');
}

/** As strictly as a request: a member that is there twice could be read in two ways. */
const readPart = (part: string, name: string) =>
  readStrictJson(Buffer.from(part, 'base64url'), (problem) => invalidOidcToken(`its ${name} ${problem}`));
