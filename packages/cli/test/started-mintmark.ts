import { EventEmitter, once } from 'node:events';
import { runProgram } from '../src/run-program.ts';
import type { Surroundings } from '../src/surroundings.ts';
import { testSurroundings } from './test-surroundings.ts';

/** `mintmark start` in this process, for tests that are not about the process. It ends with its scope. */
export class StartedMintmark implements AsyncDisposable {
  /** Resolves to its exit code. */
  readonly ended: Promise<number>;
  readonly #stopping = new AbortController();
  readonly #output = new EventEmitter();
  #hasEnded = false;
  #stdout = '';
  #stderr = '';

  private constructor(env: Readonly<Record<string, string>>, more: Partial<Surroundings>) {
    const write = (text: string | Uint8Array) => {
      this.#stderr += text;
      return this.#output.emit('written');
    };
    const surroundings = testSurroundings({
      env: { PORT: '0', MINTMARK_WORKERS: '1', ...env },
      print: (text) => {
        this.#stdout += `${text}\n`;
      },
      report: (text) => void write(`${text}\n`),
      screen: { write },
      signal: this.#stopping.signal,
      ...more,
    });
    this.ended = runProgram(['start'], surroundings).finally(() => {
      this.#hasEnded = true;
      this.#output.emit('written');
    });
  }

  /** Starts one, and resolves when it listens and has printed its greeting. */
  static async start(
    env: Readonly<Record<string, string>>,
    more: Partial<Surroundings> = {},
  ): Promise<StartedMintmark> {
    const started = new StartedMintmark(env, more);
    while (!started.#stderr.includes('"started"')) {
      if (started.#hasEnded) throw new Error(`the service ended before it had started\n${started.#stderr}`);
      await once(started.#output, 'written');
    }
    return started;
  }

  /** Where it listens. */
  get url(): string {
    return /listening on (\S+)\n/.exec(this.#stdout)?.[1] ?? '';
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** The lines of its log. */
  get log(): readonly Readonly<Record<string, unknown>>[] {
    const lines = this.#stderr.split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line));
  }

  /** Asks it to stop, and resolves to its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
    this.#stopping.abort(signal);
    return await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
