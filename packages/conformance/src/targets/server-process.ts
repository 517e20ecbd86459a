import { fileURLToPath } from 'node:url';
import { Program } from '../runtimes/program.ts';

const bin = fileURLToPath(new URL('./bin.ts', import.meta.resolve('@mintmark/server')));

/** The service in a process of its own, as an operator runs it. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
}

/** Runs another command of the service to its end. */
export async function runServerCommand(
  words: readonly string[],
  dataDirectory: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const name = ['mintmark', ...words].join(' ');
  await using program = new Program(name, process.execPath, [bin, ...words], {
    MINTMARK_DATA_DIR: dataDirectory,
    ...env,
  });
  const code = await program.ended;
  if (code !== 0) throw program.failure(`ended with code ${code}`);
}

/** Starts the service on a free port. At the end it is asked to stop, and must do so without a complaint. */
export async function startServerProcess(
  dataDirectory: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const program = new Program('mintmark start', process.execPath, [bin, 'start'], {
    PORT: '0',
    MINTMARK_DATA_DIR: dataDirectory,
    ...env,
  });
  try {
    const url = await program.printed(/listening on (\S+)/);
    return {
      url,
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
