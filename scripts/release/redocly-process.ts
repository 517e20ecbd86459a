import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** A run of Redocly's command line. */
interface Run {
  readonly directory: string;
  readonly args: readonly string[];
}

/**
 * Redocly's command line in a process of its own, for several runs one after another. It has no other interface, and each start would
 * take as long as ten comparisons of small documents.
 */
export class RedoclyProcess {
  #last: Promise<unknown> = Promise.resolve();
  #child: ReturnType<typeof startChild> | undefined;

  /** Runs a command in a directory. Rejects with what it printed as an error if it fails. */
  run(directory: string, ...args: readonly string[]): Promise<void> {
    const run = this.#last.then(() => this.#run({ directory, args }));
    this.#last = run.catch(() => {});
    return run;
  }

  async #run(run: Run): Promise<void> {
    this.#child ??= startChild();
    const { child, stderr, errors } = this.#child;
    child.ref();
    child.channel?.ref();
    const isOver = new AbortController();
    const answers = ['message', 'exit'].map((event) => once(child, event, isOver));
    child.send(run);
    const [status] = await Promise.race(answers);
    isOver.abort();
    if (status !== 0) {
      this.#child = undefined;
      child.kill();
      // Known when it has ended.
      stderr.ref();
      throw new Error(await errors);
    }
    child.channel?.unref();
    child.unref();
  }
}

/** Between runs, it does not keep this process alive. It ends with this process. */
function startChild() {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const stderr = child.stderr as Socket;
  stderr.unref();
  return { child, errors: text(stderr), stderr };
}

/** Runs what the parent sends, and answers with the exit code. */
function serve(): void {
  const commandLine = import.meta.resolve('@redocly/cli/lib/index.js');
  let runs = 0;
  process.on('message', async ({ directory, args }: Run) => {
    process.chdir(directory);
    process.argv.splice(2, process.argv.length, ...args);
    // A run ends this process when nothing is left to do. Waiting for the parent does not count until then.
    process.channel?.unref();
    process.exit = ((code: number) => {
      process.channel?.ref();
      process.send?.(code);
    }) as typeof process.exit;
    runs += 1;
    await import(`${commandLine}?run=${runs}`);
  });
}

if (import.meta.main && process.send) serve();
