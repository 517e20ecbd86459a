import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** The repository that these commands work on. */
export const root = join(import.meta.dirname, '..');

/** Ends a command with a message for its user. Any other error is a bug and keeps its stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Runs a command and prints its help, its result or the message of its Refusal. A flag is `--name`, without a value. */
export async function runCommand<Flag extends string = never>(
  help: string,
  command: (words: string[], flags: { readonly [F in Flag]?: boolean }) => Promise<string>,
  flags: readonly Flag[] = [],
): Promise<void> {
  await reportRefusal(async () => {
    const { values, positionals } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' } as const])),
      },
      allowPositionals: true,
    });
    return values.help ? help : await command(positionals, values as { [F in Flag]?: boolean });
  });
}

/** Prints the result of a command, or the message of its Refusal. */
export async function reportRefusal(command: () => Promise<string>): Promise<void> {
  try {
    console.log(await command());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
