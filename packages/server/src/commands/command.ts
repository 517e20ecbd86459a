/** A command for the operator. */
export interface Command {
  readonly help: string;
  /** @param options The values of the options that take one. */
  run(options: Readonly<Record<string, string | undefined>>): Promise<void>;
}
