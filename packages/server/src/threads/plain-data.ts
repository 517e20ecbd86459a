/** A Buffer arrives as a Uint8Array on the other side, so a task cannot ask for a Buffer or return one. */
type Bytes = Uint8Array & { readonly readUInt8?: never };

/** What can be handed to a thread and back. All bytes in it can be found, and so be wiped. */
export type PlainData =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | Bytes
  | readonly PlainData[]
  | { readonly [name: string]: PlainData };

/**
 * Copies data, each array of bytes into a buffer of its own. These buffers are added to a list, to be moved to another thread:
 * a message that moves its buffers leaves no further copy of them behind. A cloned `Buffer` would also take along all other
 * bytes of the pool that it was allocated from.
 */
export function copyInto(buffers: ArrayBuffer[], data: PlainData): PlainData {
  if (data instanceof Uint8Array) {
    const bytes = new Uint8Array(data);
    buffers.push(bytes.buffer);
    return bytes;
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
