import { buildIfChanged } from '@mintmark/cli/build';
import { Program } from '../runtimes/program.ts';

/** The service in its own process, as an operator runs it. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  /** The lines that it has logged. */
  readonly log: () => readonly string[];
}

/** The warnings and errors that processes have logged. */
export const problemsIn = (processes: readonly ServerProcess[]): string[] =>
  processes.flatMap((process) => process.log()).filter((line) => /"level":"(warn|error)"/.test(line));

/** Runs another command of the service until it exits. */
export async function runServerCommand(
  words: readonly string[],
  dataDirectory: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const name = ['mintmark', ...words].join(' ');
  await using program = new Program(name, process.execPath, [await buildIfChanged(), ...words], {
    MINTMARK_DATA_DIR: dataDirectory,
    ...env,
  });
  const code = await program.ended;
  if (code !== 0) throw program.failure(`ended with code ${code}`);
}

/** Starts the service on a free port. At the end of the scope it is stopped, and must exit with code 0. */
export async function startServerProcess(
  dataDirectory: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const program = new Program('mintmark start', process.execPath, [await buildIfChanged(), 'start'], {
    PORT: '0',
    MINTMARK_WORKERS: '1',
    // Its stories also play the older types.
    MINTMARK_ALLOW_OTP_V1: 'true',
    MINTMARK_DATA_DIR: dataDirectory,
    ...env,
  });
  try {
    const url = await program.printed(/listening on (\S+)/);
    return {
      url,
      log: () => program.stderr.split('\n'),
      async [Symbol.asyncDispose]() {
        const code = await program.stop();
        if (code !== 0) throw program.failure(`ended with code ${code}`);
      },
    };
  } catch (error) {
    await program[Symbol.asyncDispose]();
    throw error;
  }
}
