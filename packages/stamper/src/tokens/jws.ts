import { decodeBase64Url, encodeBase64Url } from '../encoding/base64url.ts';
import { parseObject } from '../encoding/json.ts';
import { decodeUtf8 } from '../encoding/utf8.ts';
import type { Sign } from '../native/native-crypto.ts';
import { StamperError } from '../stamper-error.ts';
import type { Verifier } from '../verify/verifier.ts';
import { encodeJwsJson } from './jws-json.ts';

/** The P-256 key that tokens are signed with, and the id that it is published under. */
export interface TokenSigner {
  readonly kid: string;
  readonly sign: Sign;
}

/** The trusted keys of tokens by key id. */
export type TrustedKeys = ReadonlyMap<string, Verifier>;

/** Several times the length of tokens. */
const longestToken = 8192;
const signatureLength = 64;
const keyIdForm = /^[\x21-\x7e]{1,128}$/;
const ascii = new TextEncoder();

/** Signs claims as a compact JWS (RFC 7515) with ES256. */
export async function signJws(claims: object, { kid, sign }: TokenSigner): Promise<string> {
  if (!isKeyId(kid)) throw new StamperError('MALFORMED', 'kid', 'is not 1 to 128 printable ASCII characters');
  const content = [{ alg: 'ES256', typ: 'JWT', kid }, claims]
    .map((json) => encodeBase64Url(ascii.encode(encodeJwsJson(json))))
    .join('.');
  const token = `${content}.${encodeBase64Url(await sign(ascii.encode(content)))}`;
  if (token.length > longestToken) throw new StamperError('MALFORMED', 'claims', 'make the token too long');
  return token;
}

/**
 * Verifies a compact JWS with the trusted key that its header names, and returns the claims.
 *
 * The header has exactly `alg`, `typ` and `kid`, and ES256 is the only algorithm.
 */
export async function verifyJws(token: string, keys: TrustedKeys): Promise<{ readonly [claim: string]: unknown }> {
  if (typeof token !== 'string' || token.length > longestToken) {
    throw new StamperError('MALFORMED', 'token', `is not text of at most ${longestToken} characters`);
  }
  const [header, payload, end, ...rest] = token.split('.');
  if (header === undefined || payload === undefined || end === undefined || rest.length > 0) {
    throw new StamperError('MALFORMED', 'token', 'does not have three parts');
  }
  const verifier = keys.get(readKeyId(decodePart(header, 'token.header')));
  if (!verifier) throw new StamperError('KEY_ID_UNKNOWN', 'token.header.kid', 'is not a trusted key id');
  const json = decodePart(payload, 'token.payload');
  const signature = decodeBase64Url(end, 'token.signature');
  if (signature.length !== signatureLength) {
    throw new StamperError('MALFORMED', 'token.signature', `is not ${signatureLength} bytes long`);
  }
  if (!(await verifier.verify(ascii.encode(`${header}.${payload}`), signature))) {
    throw new StamperError('SIGNATURE_INVALID', 'token.signature', 'does not verify');
  }
  return parseObject(json, 'token.payload');
}

export function isKeyId(kid: unknown): kid is string {
  return typeof kid === 'string' && keyIdForm.test(kid);
}

function decodePart(text: string, part: string): string {
  return decodeUtf8(decodeBase64Url(text, part), part);
}

function readKeyId(json: string): string {
  const header = parseObject(json, 'token.header');
  const { alg, typ, kid } = header;
  if (alg !== 'ES256') throw new StamperError('ALGORITHM_NOT_ALLOWED', 'token.header.alg', 'is not ES256');
  if (typ !== 'JWT' || !isKeyId(kid) || Object.keys(header).length !== 3) {
    throw new StamperError('MALFORMED', 'token.header', 'is not exactly alg, typ JWT and kid');
  }
  return kid;
}
