/**
 * Creates a buffer of zeros for a secret: `fill(0)` then leaves no copy of it.
 *
 * V8 keeps typed arrays of up to 64 bytes, and with them `Buffer.alloc` and `Buffer.allocUnsafeSlow`, on its heap. It copies them
 * when the garbage collector moves them, and when native code first reads them, and wipes neither. An ArrayBuffer never moves.
 */
export const createSecretBuffer = (length: number): Buffer<ArrayBuffer> => Buffer.from(new ArrayBuffer(length));

/** Copies a secret into such a buffer. */
export function copySecret(bytes: Uint8Array): Buffer<ArrayBuffer> {
  const copy = createSecretBuffer(bytes.length);
  copy.set(bytes);
  return copy;
}
