import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** The command that runs another one in a terminal of its own. It is part of every Debian and of macOS, with other options. */
function inTerminal(command: readonly string[]): string[] {
  const words = command.map(quote).join(' ');
  // A terminal without a width is not like one that people use.
  const sized = `stty cols 120 rows 50 && exec ${words}`;
  return process.platform === 'darwin'
    ? ['-q', '/dev/null', 'sh', '-c', sized]
    : ['--quiet', '--return', '--flush', '--command', sized, '/dev/null'];
}

/** A program in a real pseudo-terminal: it reads what a test types, and its output is what a terminal would get. */
export class PseudoTerminal implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ended: Promise<unknown[]>;
  #output = '';

  constructor(command: readonly string[], env: Readonly<Record<string, string | undefined>>, cwd: string) {
    this.#child = spawn('script', inTerminal(command), {
      env: { PATH: process.env['PATH'], TERM: 'xterm', LANG: 'C.UTF-8', SHELL: '/bin/sh', ...env },
      cwd,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#ended = once(this.#child, 'close');
    this.#child.stdout.setEncoding('utf8').on('data', (words: string) => {
      this.#output += words;
    });
    this.#child.stdin.on('error', () => {});
  }

  /** What the terminal got so far, with its control characters. */
  get output(): string {
    return this.#output;
  }

  /** What people can read of it. */
  get text(): string {
    return stripVTControlCharacters(this.#output);
  }

  type(keys: string): void {
    this.#child.stdin.write(keys);
  }

  /** Resolves when the text has these words, after this position in it. */
  async shows(words: string | RegExp, after = 0): Promise<void> {
    const has = () =>
      typeof words === 'string' ? this.text.includes(words, after) : words.test(this.text.slice(after));
    while (!has()) {
      if (this.#child.exitCode !== null) throw new Error(`the program ended without ${words}:\n${this.text}`);
      await Promise.race([once(this.#child.stdout, 'data'), this.#ended]);
    }
  }

  /** Resolves to the exit code of the program. */
  async ended(): Promise<unknown> {
    return (await this.#ended)[0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end();
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
