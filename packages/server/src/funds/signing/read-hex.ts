/** Reads whole bytes from hex in either case, with or without 0x. Undefined if it is anything else. */
export function readHex(text: string): Uint8Array | undefined {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  return digits.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(digits) ? Buffer.from(digits, 'hex') : undefined;
}
