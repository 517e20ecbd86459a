/** One case of a vector file: what a check is given, and what it has to say. */
export interface Vector {
  readonly name: string;
  /** Which check: a key of the suite's table of checks. */
  readonly check: string;
  readonly input: { readonly [name: string]: unknown };
  /** `valid` with what comes out, or `invalid` with the code of the reason. */
  readonly result: 'valid' | 'invalid';
  readonly output?: unknown;
  readonly reason?: string;
  /** How something sealed was made, to make it again. */
  readonly made?: { readonly [name: string]: string };
}

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
