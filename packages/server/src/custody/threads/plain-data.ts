import type { PlainData } from '../../core/ports/define-task.ts';
import { createSecretBuffer } from '../secrets/secret-buffer.ts';

/** A message to another thread, and the buffers that it moves there. */
interface Message {
  readonly data: PlainData;
  readonly moved: ArrayBuffer[];
}

/**
 * Copies data for a message to another thread. All of its bytes are in one buffer, which is moved: so the message leaves no
 * further copy of them behind, and moving one buffer takes less time than many. A cloned `Buffer` would also take along all
 * other bytes of the pool that it was allocated from.
 */
export function messageOf(data: PlainData): Message {
  const { buffer } = createSecretBuffer(lengthOf(data));
  let end = 0;
  const copy = (data: PlainData): PlainData => {
    if (data instanceof Uint8Array) {
      const bytes = new Uint8Array(buffer, end, data.length);
      bytes.set(data);
      end += data.length;
      return bytes;
    }
    if (Array.isArray(data)) return data.map(copy);
    if (isRecord(data)) return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, copy(value)]));
    if (typeof data === 'object' && data !== null) throw new TypeError('only plain data can be handed to a thread');
    return data;
  };
  return { data: copy(data), moved: [buffer] };
}

/** How many bytes are in data. */
function lengthOf(data: PlainData): number {
  if (data instanceof Uint8Array) return data.length;
  const parts = Array.isArray(data) ? data : isRecord(data) ? Object.values(data) : [];
  return parts.reduce((sum: number, part) => sum + lengthOf(part), 0);
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
