import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Counts, noAnswer } from './counts.ts';
import type { HostileOrder } from './hostile-requests.ts';

/** What a flood sends, from where, to where and how fast. */
export interface FloodOrder extends HostileOrder {
  readonly seed: number;
  readonly ports: readonly number[];
  readonly addresses: readonly string[];
  readonly connections: number;
  /** Maximum requests a second; by default as many as are answered. */
  readonly rate?: number;
}

/** A flood that is ready to start. It ends with its scope. */
export interface Flood extends Disposable {
  begin(): void;
  /** Ends the flood, waits for the last answer, and resolves to the count of each status. */
  end(): Promise<Readonly<Record<string, number>>>;
}

const program = fileURLToPath(new URL('./flood-process.ts', import.meta.url));

/** The source addresses of a flood. All of 127.0.0.0/8 is loopback on Linux; elsewhere 127.0.0.1 alone is set up. */
export const otherAddresses: readonly string[] =
  process.platform === 'linux' ? Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 2}`) : ['127.0.0.1'];

/** Whether a flood got only these answers. Its connections may be closed at any time. */
export const areExpected = (counts: Counts, expected: readonly string[]): boolean =>
  counts.entries().every(([status]) => status === noAnswer || expected.includes(status));

/** Prepares a flood in its own process, so that building requests does not slow the service or the measurement. */
export async function prepareFlood(order: FloodOrder): Promise<Flood> {
  const child = fork(program, { stdio: 'inherit' });
  // The cores are shared: the service and the measurement go first.
  if (child.pid) setPriority(child.pid, 10);
  const gone = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`a flood exited unexpectedly: ${code ?? signal}`);
  });
  // `heard` reports the error; without a listener here, an exit between two messages would be an unhandled rejection.
  gone.catch(() => {});
  const heard = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), gone]))[0];
  child.send(order);
  await heard();
  return {
    begin: () => void child.send('begin'),
    async end() {
      child.send('end');
      const counts = (await heard()) as Readonly<Record<string, number>>;
      child.disconnect();
      return counts;
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}
