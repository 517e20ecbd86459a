/** A command of the operator. */
export interface Command {
  readonly help: string;
  /** @param options What it was given by options that take a value. */
  run(options: Readonly<Record<string, string | undefined>>): Promise<void>;
}
