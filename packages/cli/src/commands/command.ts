import type { Surroundings } from '../surroundings.ts';

/** A command as the command line shows it. */
export interface CommandEntry {
  readonly summary: string;
  /** Each command is loaded on demand: help should not wait for the service's modules. */
  readonly load: () => Promise<Command>;
  /** The options that take a value. */
  readonly options?: readonly string[];
  /** The options that take none. */
  readonly flags?: readonly string[];
  /** The option whose value may also follow the command as a word. */
  readonly operand?: string;
  /** Whether words may follow the command, such as the names of files. */
  readonly takesWords?: true;
  /** The exit code of an error, if 1 is a result of the command. */
  readonly errorCode?: 2;
}

/** What a command is given. */
export interface Given {
  /** The values of the options that take one. */
  readonly options: Readonly<Record<string, string | undefined>>;
  /** The words after the command, such as the names of files. */
  readonly words: readonly string[];
  /** The options without a value that are set. */
  readonly flags: ReadonlySet<string>;
  /** All commands, by name. */
  readonly commands: Readonly<Record<string, CommandEntry>>;
  readonly surroundings: Surroundings;
}

/** A command for the operator. */
export interface Command {
  /** Its help, which may depend on the words after the command. */
  readonly help: string | ((words: readonly string[]) => Promise<string>);
  /** Resolves to the exit code of the program. */
  run(given: Given): Promise<number>;
}
