import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { compileCache } from '@mintmark/testing/compile-cache';
import { whileProgressing } from '@mintmark/testing/while-progressing';
import { builtProgram } from '../build.ts';

type Environment = Readonly<Record<string, string>>;

/** The source of `mintmark`: for tests that preload a program which changes modules of the service. */
export const sourceProgram = join(import.meta.dirname, '..', 'src', 'bin.ts');
const endWithParent = join(import.meta.dirname, 'programs', 'end-with-parent.ts');
/** How much of the output of a process is kept. */
const maxWords = 100_000;

interface SpawnOptions {
  readonly cwd?: string | undefined;
  readonly input?: 'pipe' | undefined;
  /** The file to start; the built program if it is not given. */
  readonly program?: string | undefined;
}

/** Starts a command of `mintmark`. */
export const spawnMintmark = (
  words: readonly string[],
  env: Environment,
  { cwd, input, program = builtProgram }: SpawnOptions = {},
) =>
  spawn(process.execPath, ['--import', endWithParent, program, ...words], {
    env: { PATH: process.env['PATH'], PORT: '0', MINTMARK_WORKERS: '1', ...compileCache, ...env },
    cwd,
    // The last one detects the end of this process: an interrupted test run leaves no process behind.
    stdio: [input ?? 'ignore', 'pipe', 'pipe', 'pipe'],
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>;

interface RunOptions extends Pick<SpawnOptions, 'cwd' | 'program'> {
  /** Its standard input. */
  readonly input?: string;
}

/** Runs a command of `mintmark` in a process of its own until it exits. */
export async function runMintmarkProcess(
  words: readonly string[],
  env: Environment,
  { input, ...options }: RunOptions = {},
) {
  const child = spawnMintmark(words, env, { ...options, input: input === undefined ? undefined : 'pipe' });
  child.stdin?.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, code };
}

/** `mintmark start` as an operator runs it: a separate process with its own port. It ends with its scope. */
export class MintmarkProcess implements AsyncDisposable {
  readonly child: ChildProcessByStdio<Writable | null, Readable, Readable>;
  /** Resolves to its exit code, or to the signal that ended it. */
  readonly ended: Promise<unknown>;
  /** The process ids of its workers that are ready, by the number of the worker. */
  readonly workers = new Map<number, number>();
  #hasEnded = false;
  #stdout = '';
  #stderr = '';
  #line = '';

  private constructor(env: Environment, options: SpawnOptions) {
    this.child = spawnMintmark(['start'], env, options);
    this.ended = once(this.child, 'close').then(([code, signal]) => {
      this.#hasEnded = true;
      return code ?? signal;
    });
    this.child.stdout.setEncoding('utf8').on('data', (words: string) => {
      this.#stdout = (this.#stdout + words).slice(-maxWords);
    });
    this.child.stderr.setEncoding('utf8').on('data', (words: string) => {
      this.#stderr = (this.#stderr + words).slice(-maxWords);
      const lines = (this.#line + words).split('\n');
      this.#line = lines.pop() ?? '';
      for (const line of lines) this.#noteWorker(line);
    });
  }

  #noteWorker(line: string): void {
    const found = /"worker":(\d+),"message":"a worker (is ready|exited and will be replaced)","pid":(\d+)/.exec(line);
    if (found?.[2] === 'is ready') this.workers.set(Number(found[1]), Number(found[3]));
    else if (found) this.workers.delete(Number(found[1]));
  }

  /** Starts one without waiting for it. */
  static begin(env: Environment, cwd?: string): MintmarkProcess {
    return new MintmarkProcess(env, { cwd });
  }

  /** Starts one, and resolves when it listens and has printed its greeting. */
  static async start(env: Environment, cwd?: string, program?: string): Promise<MintmarkProcess> {
    const started = new MintmarkProcess(env, { cwd, program });
    await started.logged('"started"');
    // It was printed before, but to another stream.
    while (!started.url) await Promise.race([once(started.child.stdout, 'data'), started.ended]);
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

  /** Resolves when its log has these words. Waits for them as long as the process progresses. */
  logged(words: string): Promise<void> {
    return whileProgressing(this.#logged(words), {
      progress: () => this.#stderr,
      pid: this.child.pid,
      stalled: (problem) => new Error(`the service has not logged ${words} and ${problem}\n${this.#stderr}`),
    });
  }

  async #logged(words: string): Promise<void> {
    while (!this.#stderr.includes(words)) {
      if (this.#hasEnded) throw new Error(`the service ended without ${words}\n${this.#stderr}`);
      await Promise.race([once(this.child.stderr, 'data'), this.ended]);
    }
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Asks it to stop, and resolves to its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<unknown> {
    this.child.kill(signal);
    return await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
