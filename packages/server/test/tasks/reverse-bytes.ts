import { defineTask } from '../../src/core/ports/define-task.ts';

type Input = { readonly bytes: Uint8Array; readonly times: number };

/** Also returns how many bytes have arrived in all. */
export const reverseBytes = defineTask('reverse-bytes', async ({ bytes, times }: Input) => ({
  reversed: Array.from({ length: times }, () => bytes.toReversed()),
  received: bytes.buffer.byteLength,
}));
