/** A command of the operator. */
export interface Command {
  readonly help: string;
  run(): Promise<void>;
}
