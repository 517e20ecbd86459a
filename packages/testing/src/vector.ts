/** One case of a vector file: the input of a check, and the expected result. */
export interface Vector {
  readonly name: string;
  /** Which check: a key of the suite's table of checks. */
  readonly check: string;
  readonly input: { readonly [name: string]: unknown };
  /** `valid` with the output, or `invalid` with the code of the reason. */
  readonly result: 'valid' | 'invalid';
  readonly output?: unknown;
  readonly reason?: string;
  /** How a sealed value was made, to make it again. */
  readonly made?: { readonly [name: string]: string };
}
