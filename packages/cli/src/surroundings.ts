import type { Screen } from './terminal/progress-line.ts';

/** What the program runs in: a process, or a test. Everything that it reads and writes besides files and connections is here. */
export interface Surroundings {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** The directory that relative paths start from; `.` is that of the process. */
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Writes a text and a line end to standard output. */
  readonly print: (text: string) => void;
  /** Writes a text and a line end to standard error. */
  readonly report: (text: string) => void;
  /** What standard output can show. */
  readonly output: Output;
  /** Standard error, for lines that are erased again and for the log of the service. */
  readonly screen: Screen;
  /**
   * Aborted when the service has to stop; the reason is the name of the signal. A process handles signals from when this is first
   * read: until then they end it, as they end every other command.
   */
  readonly signal: AbortSignal;
  /** Calls a function with an exception that nothing caught, instead of printing it. */
  readonly onUncaught: (handle: (cause: unknown) => void) => void;
  /** Ends the process immediately. */
  readonly exit: (code: number) => void;
}

interface Output {
  readonly isTerminal: boolean;
  /** The width of the terminal, if it is known. */
  readonly columns?: number | undefined;
  readonly hasColours: boolean;
}
