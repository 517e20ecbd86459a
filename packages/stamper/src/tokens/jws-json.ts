/**
 * The four ASCII characters whose low six bits are 62 or 63, and everything that is not ASCII. With these escaped,
 * base64url has neither - nor _. Existing clients decode payloads with `atob`, which accepts only + and /.
 */
const unsafe = /[>?~\u007f-\uffff]/g;

/** The JSON text of a value with these characters escaped. They only occur inside strings. */
export function encodeJwsJson(value: object): string {
  return JSON.stringify(value).replace(unsafe, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
