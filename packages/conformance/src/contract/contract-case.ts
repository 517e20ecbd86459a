/** Which of the answers that an operation documents is wanted. */
interface WantedAnswer {
  readonly status: number;
  /** The name of the example. */
  readonly example: string;
}

/** The expected result of the client. */
export type Expectation =
  | { readonly answer: unknown }
  | { readonly items: readonly unknown[] }
  | { readonly result: unknown }
  | { readonly outcome: string }
  | { readonly vote: string }
  | { readonly error: { readonly code: string; readonly status: number; readonly retryable: boolean } };

/** One call of one operation, as JSON, so that it can be made in any runtime. */
export interface ContractCase {
  readonly operation: string;
  /** Which client has the method. */
  readonly side: 'stamped' | 'authProxy';
  readonly input: unknown;
  readonly wanted: WantedAnswer;
  readonly expected: Expectation;
}

/** The name under which cases with this expectation are counted. */
export function wordsFor(expected: Expectation): string {
  if ('answer' in expected) return 'answers';
  if ('items' in expected) return 'lists walked';
  if ('result' in expected) return 'results';
  if ('vote' in expected) return 'votes';
  return 'outcome' in expected ? 'unfinished outcomes' : 'documented errors';
}
