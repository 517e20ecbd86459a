/** The bytes of all parts in one array. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    // Text would be set as zeros.
    if (!ArrayBuffer.isView(part)) throw new TypeError('only bytes can be joined');
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Whether two arrays hold the same bytes; of public values only, since the time it takes tells where they differ. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
