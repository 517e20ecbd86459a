import { ApiError } from '../api-error.ts';

const codes = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;
const memberName = [...Buffer.from('organizationId')].map((code) => ({
  code,
  escaped: Buffer.from(`\\u00${code.toString(16)}`),
}));
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** A UUID in quotes, with every character escaped. */
const longestValue = 2 + 36 * '\\u0000'.length;

const refusal = (problem: string) => new ApiError('REQUEST_INVALID', `the body ${problem}`);

/**
 * The organizationId of a body whose stamp is not verified yet. It is looked for in the bytes, and no other value is built:
 * the native parser takes up to a hundred milliseconds for a body of 256 KiB that is made for that (deep lists, many objects
 * of different shapes).
 *
 * Of a body that `readStrictJson` accepts this is its organizationId. All other bodies are left for that to refuse, except
 * for those in which no organizationId is found.
 */
export function readOrganizationId(body: Uint8Array): string {
  let at = afterSpace(body, 0);
  if (body[at] !== codes.openObject) throw refusal('is not a JSON object');
  let depth = 0;
  let isName = false;
  for (; at < body.length; at++) {
    switch (body[at]) {
      case codes.quote: {
        const end = endOfString(body, at);
        if (isName && isMemberName(body, at + 1, end - 1)) return readValue(body, end);
        isName = false;
        at = end - 1;
        break;
      }
      case codes.openObject:
      case codes.openList:
        isName = ++depth === 1;
        break;
      case codes.closeObject:
      case codes.closeList:
        if (--depth === 0) throw new ApiError('INVALID_ORGANIZATION_ID');
        break;
      case codes.comma:
        isName = depth === 1;
        break;
    }
  }
  throw refusal('is not valid JSON');
}

function readValue(body: Uint8Array, endOfName: number): string {
  const colon = afterSpace(body, endOfName);
  if (body[colon] !== codes.colon) throw refusal('is not valid JSON');
  const start = afterSpace(body, colon + 1);
  if (body[start] !== codes.quote) throw new ApiError('INVALID_ORGANIZATION_ID');
  const end = endOfString(body, start);
  const value = end - start > longestValue ? undefined : parse(Buffer.from(body.subarray(start, end)).toString());
  if (typeof value !== 'string' || !uuid.test(value)) throw new ApiError('INVALID_ORGANIZATION_ID');
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal('is not valid JSON');
  }
}

/** Where a string that begins at a quote ends: behind its other quote. */
function endOfString(body: Uint8Array, start: number): number {
  for (let at = start + 1; at < body.length; at++) {
    if (body[at] === codes.quote) return at + 1;
    if (body[at] === codes.backslash) at++;
  }
  throw refusal('is not valid JSON');
}

/** Whether these bytes spell `organizationId`, as they are or with escapes. */
function isMemberName(body: Uint8Array, start: number, end: number): boolean {
  let at = start;
  for (const { code, escaped } of memberName) {
    if (body[at] === code) at++;
    else if (isEscape(body, at, escaped)) at += escaped.length;
    else return false;
  }
  return at === end;
}

/** Whether an escape stands there, its digits in lower or upper case. */
function isEscape(body: Uint8Array, at: number, escaped: Uint8Array): boolean {
  if (body[at] !== codes.backslash) return false;
  // What this bit takes for a digit or the u, besides their upper case, is not JSON behind a backslash.
  const isSame = (code: number, index: number) => ((body[at + index] ?? 0) | 0x20) === (code | 0x20);
  return escaped.every(isSame);
}

function afterSpace(body: Uint8Array, start: number): number {
  for (let at = start; ; at++) {
    const code = body[at];
    if (code !== codes.space && code !== codes.lineFeed && code !== codes.carriageReturn && code !== codes.tab)
      return at;
  }
}
