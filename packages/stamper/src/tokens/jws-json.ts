/**
 * The four ASCII characters whose low six bits are 62 or 63, and all that is not ASCII. With these escaped, base64url has
 * neither - nor _: clients of the family decode payloads with `atob`, which knows only + and /.
 */
const unsafe = /[>?~\u007f-\uffff]/g;

/** The JSON text of a value with these characters escaped. Outside of strings they do not occur. */
export function encodeJwsJson(value: object): string {
  return JSON.stringify(value).replace(unsafe, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
