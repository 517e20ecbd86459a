/** How a suite is run. */
export interface SuiteRun {
  /** The argument of the suite's function, as JSON. */
  readonly input?: unknown;
  /** The only host and port that the suite may connect to; without it, none. */
  readonly reach?: string;
  /** How long the suite may stand still. */
  readonly patienceMs?: number;
  /** Anything that changes while the suite goes on, such as the number of its requests; without it, the suite has that long in all. */
  readonly progress?: () => unknown;
}

/** A runtime for suites: modules whose default export is a function that resolves to JSON. */
export interface Runtime {
  readonly name: string;
  /** Finds the executable. Without one it prints what is not run, or throws in CI. */
  readonly find: (what: string) => string | undefined;
  /** Runs a module and resolves to the JSON of its default export. An error includes the output of the runtime. */
  readonly run: (executable: string, suite: URL, options?: SuiteRun) => Promise<unknown>;
}

/** Much longer than any suite takes on a busy machine: it only ends a hang. */
export const defaultPatienceMs = 5 * 60 * 1000;
