import { defineTask } from '../../src/core/ports/define-task.ts';

type Input = { readonly secret: readonly { readonly key: Uint8Array }[] };

const kept: Uint8Array[] = [];

/** Keeps its bytes, which a task must not do, and returns what is in the bytes of the previous runs now. */
export const keepBytes = defineTask('keep-bytes', async ({ secret }: Input) => {
  const before = kept.map((bytes) => [...bytes]);
  const own = Uint8Array.of(7, 7);
  kept.push(own, ...secret.map(({ key }) => key));
  return { before, nested: { own } };
});
