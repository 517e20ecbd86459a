import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const bin = join(import.meta.dirname, '..', 'src', 'bin.ts');
/** Of what a process said, that much is kept. */
const mostWords = 100_000;

const run = (words: readonly string[], env: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, [bin, ...words], {
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Runs a command of `mintmark` to its end. */
export async function runMintmark(words: readonly string[], env: Readonly<Record<string, string>>) {
  const child = run(words, env);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout as never),
    text(child.stderr as never),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, code };
}

/** `mintmark start` as an operator runs it: a process of its own, on a port of its own. It ends with its scope. */
export class MintmarkProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<readonly unknown[]>;
  #stdout = '';
  #stderr = '';

  private constructor(env: Readonly<Record<string, string>>) {
    this.#child = run(['start'], env);
    this.#ended = once(this.#child, 'close');
    this.#child.stdout?.setEncoding('utf8').on('data', (words: string) => {
      this.#stdout = (this.#stdout + words).slice(-mostWords);
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (words: string) => {
      this.#stderr = (this.#stderr + words).slice(-mostWords);
    });
  }

  /** Starts one, and resolves when it listens. */
  static async start(env: Readonly<Record<string, string>>): Promise<MintmarkProcess> {
    const started = new MintmarkProcess(env);
    let hasEnded = false;
    const ended = started.#ended.then(() => {
      hasEnded = true;
    });
    while (!started.url) {
      if (hasEnded) throw new Error(`the service did not start\n${started.stderr}`);
      await Promise.race([once(started.#child.stdout as never, 'data'), ended]);
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

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Asks it to stop, and resolves to its exit code. */
  async stop(): Promise<unknown> {
    this.#child.kill('SIGTERM');
    const [code] = await this.#ended;
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
