import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const bin = join(import.meta.dirname, '../src/bin.ts');

type Child = ChildProcessByStdio<null, Readable, Readable>;

function spawnBin(words: readonly string[], cwd: string, env: Record<string, string>): Child {
  return spawn(process.execPath, [bin, ...words], {
    cwd,
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command to its end. */
export async function runBin(words: readonly string[], cwd: string, env: Record<string, string> = {}) {
  const child = spawnBin(words, cwd, env);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, code };
}

/** `mintmark start` in a process of its own, which ends with its scope. */
export class RunningBin implements AsyncDisposable {
  readonly child: Child;
  /** What it has printed, by lines. */
  readonly lines: string[] = [];
  readonly ended: Promise<[code: number | null, signal: string | null]>;
  stderr = '';

  private constructor(child: Child) {
    this.child = child;
    this.ended = once(child, 'close') as typeof this.ended;
    createInterface(child.stdout).on('line', (line) => this.lines.push(line));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk;
    });
  }

  /** Starts it, and waits for nothing. */
  static begin(cwd: string, env: Record<string, string> = {}): RunningBin {
    return new RunningBin(spawnBin(['start'], cwd, env));
  }

  /** Starts it, and waits until it listens. */
  static async start(cwd: string, env: Record<string, string> = {}): Promise<RunningBin> {
    const running = RunningBin.begin(cwd, env);
    await running.logged('started');
    return running;
  }

  get url(): string {
    return this.lines[0]?.replace('mintmark listening on ', '') ?? '';
  }

  /** What the log has, by lines. */
  get log(): readonly Record<string, unknown>[] {
    return this.stderr
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  /** Waits until the log has this. */
  async logged(text: string): Promise<void> {
    while (!this.stderr.includes(text)) {
      if (this.child.stderr.closed) throw new Error(`it ended without "${text}":\n${this.stderr}`);
      await Promise.race([once(this.child.stderr, 'data'), once(this.child.stderr, 'close')]);
    }
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM') {
    this.child.kill(signal);
    return await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
