/** How a suite is run. */
export interface SuiteRun {
  /** What the function of the suite is called with, as JSON. */
  readonly input?: unknown;
  /** The one host and port that the suite may connect to; without it, none. */
  readonly reach?: string;
  readonly patienceMs?: number;
}

/** A runtime that suites run in: modules whose default export is a function that resolves to JSON. */
export interface Runtime {
  readonly name: string;
  /** The executable; without one, a printed line says what is not run, or in CI an error. */
  readonly find: (what: string) => string | undefined;
  /** The JSON that the default export of the module resolves to there; an error shows what the runtime said. */
  readonly run: (executable: string, suite: URL, options?: SuiteRun) => Promise<unknown>;
}

/** Far beyond what any suite takes on a busy machine: it ends a hang, it does not measure. */
export const defaultPatienceMs = 5 * 60 * 1000;
