import type { PlainData } from '../contract/define-task.ts';
import { copySecret } from '../secrets/secret-buffer.ts';

/**
 * Copies data, each array of bytes into a buffer of its own. These buffers are added to a list, to be moved to another thread:
 * a message that moves its buffers leaves no further copy of them behind. A cloned `Buffer` would also take along all other
 * bytes of the pool that it was allocated from.
 */
export function copyInto(buffers: ArrayBuffer[], data: PlainData): PlainData {
  if (data instanceof Uint8Array) {
    const { buffer } = copySecret(data);
    buffers.push(buffer);
    return new Uint8Array(buffer);
  }
  if (Array.isArray(data)) return data.map((item) => copyInto(buffers, item));
  if (isRecord(data))
    return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, copyInto(buffers, value)]));
  if (typeof data === 'object' && data !== null) throw new TypeError('only plain data can be handed to a thread');
  return data;
}

/** Overwrites all bytes in data with zeros. */
export function wipe(data: unknown): void {
  if (data instanceof Uint8Array) data.fill(0);
  else if (Array.isArray(data)) data.forEach(wipe);
  else if (isRecord(data)) Object.values(data).forEach(wipe);
}

function isRecord(data: unknown): data is Readonly<Record<string, PlainData>> {
  if (typeof data !== 'object' || data === null) return false;
  const prototype = Object.getPrototypeOf(data);
  return prototype === Object.prototype || prototype === null;
}
