import { runProgram } from '../src/run-program.ts';
import { testSurroundings } from './test-surroundings.ts';

/** Runs a command of `mintmark` in this process until it ends, with this text as its standard input. */
export async function runMintmark(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = '.',
  input?: string,
) {
  let stdout = '';
  let stderr = '';
  const surroundings = testSurroundings({
    env: { PORT: '0', MINTMARK_WORKERS: '1', ...env },
    cwd,
    ...(input !== undefined && { stdin: readableOf(input) }),
    print: (text) => {
      stdout += `${text}\n`;
    },
    report: (text) => {
      stderr += `${text}\n`;
    },
    screen: {
      write(text: string | Uint8Array) {
        stderr += text;
        return true;
      },
    },
  });
  const code = await runProgram(words, surroundings);
  return { stdout, stderr, code };
}

async function* readableOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
