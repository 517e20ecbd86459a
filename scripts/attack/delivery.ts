import { setTimeout } from 'node:timers/promises';
import { Connection } from '../load/connections.ts';
import { type Counts, noAnswer } from './counts.ts';

/** An answer that no caller should ever get. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

/** What a service may say when it cannot answer now: the same bytes may then be sent again. */
const passing = new Set(['UNAVAILABLE', 'CONCURRENT_CHANGE', 'RATE_LIMIT_EXCEEDED']);
/** How long one exchange may take: the service gives its answers far sooner. */
const answerMs = 30_000;
/** How long the same request is sent again at most. */
const patienceMs = 120_000;

/** Sends requests as a good client does: the same bytes again, to one process or the other, until there is an answer. */
export class Delivery {
  readonly #connections: readonly Connection[];
  readonly #signal: AbortSignal;
  /** What came instead of an answer, and how often. */
  readonly retries: Counts;

  constructor(ports: readonly number[], retries: Counts, signal: AbortSignal) {
    this.#connections = ports.map((port) => new Connection(port, { timeoutMs: answerMs }));
    this.retries = retries;
    this.#signal = signal;
  }

  /** Sends a request to one process, or to the others while that fails, and returns what the answer holds. */
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is for the caller to check.
  async send(request: Buffer, first: number): Promise<any> {
    const start = performance.now();
    for (let attempt = first; ; attempt++) {
      this.#signal.throwIfAborted();
      const connection = this.#connections[attempt % this.#connections.length] as Connection;
      const sentAt = performance.now();
      const exchange = await connection.send(request).catch(() => undefined);
      if (exchange?.status === 200) return JSON.parse(exchange.body);
      if (exchange) this.#check(exchange.status, exchange.body);
      else if (performance.now() - sentAt >= answerMs) throw new WrongAnswer(`no answer within ${answerMs / 1000} s`);
      else this.retries.add(noAnswer);
      if (performance.now() - start > patienceMs) throw new WrongAnswer(`nothing but ${exchange?.status} for too long`);
      await setTimeout(100, undefined, { signal: this.#signal });
    }
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  #check(status: number, body: string): void {
    const code = errorCodeOf(body);
    if (!passing.has(code)) throw new WrongAnswer(`answered ${status}: ${body}`);
    this.retries.add(status);
  }
}

function errorCodeOf(body: string): string {
  try {
    return `${JSON.parse(body).details?.[0]?.errorCode}`;
  } catch {
    return 'not JSON';
  }
}
