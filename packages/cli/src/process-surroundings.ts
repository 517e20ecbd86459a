import { styleText } from 'node:util';
import type { Surroundings } from './surroundings.ts';

/** The surroundings of a program that has the process for itself. */
export function processSurroundings(): Surroundings {
  handleOutputErrors();
  let stopping: AbortSignal | undefined;
  return {
    env: process.env,
    cwd: '.',
    // The process opens it when it is first mentioned.
    stdin: { [Symbol.asyncIterator]: () => process.stdin[Symbol.asyncIterator]() },
    print: (text) => void process.stdout.write(`${text}\n`),
    report: (text) => void process.stderr.write(`${text}\n`),
    output: {
      isTerminal: process.stdout.isTTY ?? false,
      columns: process.stdout.columns,
      // The runtime knows the variables and terminals that decide it.
      hasColours: styleText('red', 'x') !== 'x',
    },
    screen: process.stderr,
    get signal() {
      stopping ??= stopSignal();
      return stopping;
    },
    onUncaught: (handle) => void process.on('uncaughtException', handle),
    exit: (code) => process.exit(code),
  };
}

function handleOutputErrors(): void {
  // A reader such as `head` may close the pipe early. Any other failure loses output, and must not look like success.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`mintmark: the output could not be written (${error.code})\n`);
    process.on('exit', () => {
      process.exitCode ||= 1;
    });
  });
  // Nothing is left that could say so.
  process.stderr.on('error', () => {});
}

/**
 * Aborts with the first SIGINT or SIGTERM. Later ones are ignored: a terminal and npm both forward an interrupt, and the second
 * must not cut the shutdown short.
 */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => controller.abort(signal));
  return controller.signal;
}
