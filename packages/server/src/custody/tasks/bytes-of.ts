import type { Bytes } from '../../core/ports/define-task.ts';

/** The bytes of a buffer as a task takes them, without a copy. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Bytes =>
  new Uint8Array(buffer, byteOffset, byteLength);
