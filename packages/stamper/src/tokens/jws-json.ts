import { StamperError } from '../stamper-error.ts';

/**
 * The four ASCII characters whose low six bits are 62 or 63, and all that is not ASCII. With these escaped, base64url has
 * neither - nor _: clients of the family decode payloads with `atob`, which knows only + and /.
 */
const unsafe = /[>?~\u007f-\uffff]/g;

/** The JSON text of a value with these characters escaped. */
export function encodeJwsJson(value: object): string {
  return escapeUnsafe(JSON.stringify(value));
}

/**
 * Refuses a text that is not what JSON.stringify writes of its value, escapes aside: members that are there twice, which
 * parsers read differently, white space, and numbers in other forms.
 */
export function requireJwsJson(value: object, text: string, part: string): void {
  if (encodeJwsJson(value) !== escapeUnsafe(text)) throw new StamperError('MALFORMED', part, 'is not canonical JSON');
}

/** Outside of strings these characters do not occur; inside of them their escapes mean the same. */
function escapeUnsafe(json: string): string {
  return json.replace(unsafe, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
