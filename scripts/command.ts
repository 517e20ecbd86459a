import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** The repository that these commands work on. */
export const root = join(import.meta.dirname, '..');

/** Thrown to end a command with words for a human; anything else that is thrown is a defect and keeps its stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Runs a command: prints its help, or what it returns, or why it refused. A flag is `--name`, without a value. */
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

/** Prints what a command returns, or why it refused. */
export async function reportRefusal(command: () => Promise<string>): Promise<void> {
  try {
    console.log(await command());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
