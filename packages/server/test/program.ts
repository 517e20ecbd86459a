import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

/** A program of `programs/` in a child process. It ends with its scope, and with this process. */
export class Program implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #reader: Interface;
  readonly #ended: Promise<unknown>;
  stderr = '';

  constructor(name: string, ...args: string[]) {
    const file = join(import.meta.dirname, 'programs', `${name}.ts`);
    const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child = child;
    this.#ended = once(child, 'close');
    this.#reader = createInterface(child.stdout).on('line', (line) => this.#lines.push(line));
    child.stdin.on('error', () => {});
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Everything that it has printed. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** The line that it printed first. */
  async firstLine(): Promise<string> {
    if (this.#lines.length === 0) await Promise.race([once(this.#reader, 'line'), this.#ended]);
    const [line] = this.#lines;
    if (line === undefined) throw new Error(`the program printed nothing\n${this.stderr}`);
    return line;
  }

  tell(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Resolves when it has exited on its own. */
  async end(): Promise<void> {
    await this.#ended;
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin?.destroy();
    await this.#ended;
  }
}
