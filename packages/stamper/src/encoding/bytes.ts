import { StamperError } from '../stamper-error.ts';

/** The class name of a typed array of any realm; undefined for anything else, whatever its own tag says. */
const classOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)?.get;

/** Refuses anything but a Uint8Array: functions disagree on the bytes of text, lists and other views. */
export function requireBytes(value: Uint8Array, part: string): Uint8Array {
  if (classOf?.call(value) === 'Uint8Array') return value;
  throw new StamperError('MALFORMED', part, 'is not bytes');
}

/** The bytes of all parts in one array. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + requireBytes(part, 'part').length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Whether two arrays hold the same bytes. For public values only: the time it takes shows where they differ. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
