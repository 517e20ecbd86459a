import { ApiError } from '../../core/model/api-error.ts';
import { isUuid } from '../../core/model/ids.ts';
import { codes } from './json-codes.ts';

const memberName = Buffer.from('organizationId');
const hexDigits = Buffer.from('0123456789abcdef');
const escapeLength = '\\u0000'.length;
/** A UUID in quotes, with every character escaped. */
const longestValue = 2 + 36 * escapeLength;

const refusal = (problem: string) => new ApiError('REQUEST_INVALID', `bad request body: it ${problem}`);

/**
 * The organizationId of a body whose stamp is not verified yet. It scans the bytes and builds no other value: the native
 * parser can take tens of milliseconds for a crafted body of 256 KiB (deep lists, many objects of different shapes).
 *
 * For every body that `readStrictJson` accepts, this returns its organizationId. Bodies without an organizationId are refused
 * here; other invalid bodies may pass and are refused by `readStrictJson`.
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
  if (typeof value !== 'string' || !isUuid(value)) throw new ApiError('INVALID_ORGANIZATION_ID');
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal('is not valid JSON');
  }
}

/** The index after the closing quote of the string that starts at `start`. */
function endOfString(body: Uint8Array, start: number): number {
  for (let at = start + 1; at < body.length; at++) {
    if (body[at] === codes.quote) return at + 1;
    if (body[at] === codes.backslash) at++;
  }
  throw refusal('is not valid JSON');
}

/** Whether these bytes spell `organizationId`, with or without escapes. */
function isMemberName(body: Uint8Array, start: number, end: number): boolean {
  let at = start;
  for (const code of memberName) {
    if (body[at] === code) at++;
    else if (isEscaped(body, at, code)) at += escapeLength;
    else return false;
  }
  return at === end;
}

function isEscaped(body: Uint8Array, at: number, code: number): boolean {
  return (
    body[at] === codes.backslash &&
    body[at + 1] === codes.u &&
    body[at + 2] === codes.zero &&
    body[at + 3] === codes.zero &&
    body[at + 4] === hexDigits[code >> 4] &&
    // Lower or upper case. The only other bytes that this maps to a digit are control characters, which are invalid JSON.
    ((body[at + 5] ?? 0) | 0x20) === hexDigits[code & 15]
  );
}

function afterSpace(body: Uint8Array, start: number): number {
  for (let at = start; ; at++) {
    const code = body[at];
    if (code !== codes.space && code !== codes.lineFeed && code !== codes.carriageReturn && code !== codes.tab)
      return at;
  }
}
