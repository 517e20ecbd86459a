import type { Vector } from '@mintmark/testing/vector';

/** A file of vectors, as other languages read it. */
export interface VectorFile {
  readonly title: string;
  readonly notes: readonly string[];
  readonly vectors: readonly Vector[];
}

type Input = Vector['input'];

export const valid = (name: string, check: string, input: Input, output?: unknown, made?: Vector['made']): Vector => ({
  ...{ name, check, input, result: 'valid' },
  ...(output === undefined ? {} : { output }),
  ...(made && { made }),
});

export const invalid = (name: string, check: string, input: Input, reason: string): Vector => ({
  ...{ name, check, input, result: 'invalid', reason },
});
