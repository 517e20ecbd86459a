import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { compileCache } from '@mintmark/testing/compile-cache';
import { whileProgressing } from '@mintmark/testing/while-progressing';
import { defaultPatienceMs, type SuiteRun } from './runtime.ts';

const lifeline = join(import.meta.dirname, 'lifeline.ts');

/** A running program that ends with its scope, and with this process. */
export class Program implements AsyncDisposable {
  readonly name: string;
  /** Resolves to the exit code. */
  readonly ended: Promise<number>;
  stdout = '';
  stderr = '';
  readonly #process: ChildProcessByStdio<Writable, Readable, Readable>;

  /** The complete environment: a test that inherits more would depend on the machine. */
  constructor(name: string, file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.name = name;
    this.#process = spawn(process.execPath, [lifeline, file, ...args], {
      env: { NO_COLOR: '1', ...compileCache, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#process.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.#process.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    // The pipe breaks when the program ends.
    this.#process.stdin.on('error', () => {});
    this.ended = new Promise((resolve, reject) => {
      this.#process.on('error', reject).on('close', (code) => resolve(code ?? 128));
    });
  }

  /** Waits for a match in standard output, as long as the program progresses. */
  printed(pattern: RegExp): Promise<string> {
    return whileProgressing(this.#match(pattern), {
      progress: () => `${this.stdout}${this.stderr}`,
      pid: this.#process.pid,
      stalled: (problem) => this.failure(`has not printed ${pattern} and ${problem}`),
    });
  }

  async #match(pattern: RegExp): Promise<string> {
    const { stdout } = this.#process;
    for (;;) {
      const match = pattern.exec(this.stdout);
      if (match) return match[1] ?? match[0];
      const more = new Promise((resolve) => stdout.once('data', resolve));
      const code = await Promise.race([more.then(() => undefined), this.ended]);
      if (code !== undefined && !pattern.test(this.stdout)) throw this.failure(`ended with code ${code}`);
    }
  }

  /** An error that includes the program's standard error. */
  failure(problem: string): Error {
    return new Error(`${this.name} ${problem}\n${this.stderr}`.trimEnd());
  }

  /** Asks the program to end, and resolves to its exit code. */
  stop(): Promise<number> {
    this.#process.kill('SIGTERM');
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.stdin.destroy();
    await this.ended;
  }
}

/** Rejects with the given error if a promise takes too long, or, where its progress is known, stands still for so long. */
export async function withPatience<Value>(
  { patienceMs = defaultPatienceMs, progress }: Pick<SuiteRun, 'patienceMs' | 'progress'>,
  failure: (problem: string) => Error,
  work: Promise<Value>,
): Promise<Value> {
  const stalled = (problem: string) => failure(progress ? problem : `gave no answer within ${patienceMs / 1000} s`);
  return await whileProgressing(work, { progress: progress ?? (() => undefined), stallMs: patienceMs, stalled });
}
