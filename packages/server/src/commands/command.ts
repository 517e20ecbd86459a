/** What the command line has besides options with values. */
export interface Given {
  /** The words after the command, such as the names of files. */
  readonly words: readonly string[];
  /** The options without a value that are set. */
  readonly flags: ReadonlySet<string>;
}

/** A command for the operator. */
export interface Command {
  readonly help: string;
  /** @param options The values of the options that take one. */
  run(options: Readonly<Record<string, string | undefined>>, given: Given): Promise<void>;
}
