import { setTimeout } from 'node:timers/promises';
import { Connection } from '../load/connections.ts';
import { type Counts, noAnswer } from './counts.ts';

/** An answer that the service must never give. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

/** Transient errors: the same bytes may be sent again. */
const passing = new Set(['UNAVAILABLE', 'CONCURRENT_CHANGE', 'RATE_LIMIT_EXCEEDED']);
/** The time limit of one exchange. The service answers much sooner. */
const answerMs = 30_000;
/** How long a request is retried. */
const patienceMs = 120_000;

/** Sends requests as a good client does: retries the same bytes, at either process, until there is an answer. */
export class Delivery {
  readonly #connections: readonly Connection[];
  readonly #signal: AbortSignal;
  /** Counts the errors that were retried. */
  readonly retries: Counts;

  constructor(ports: readonly number[], retries: Counts, signal: AbortSignal) {
    this.#connections = ports.map((port) => new Connection(port, { timeoutMs: answerMs }));
    this.retries = retries;
    this.#signal = signal;
  }

  /** Sends a request to one process, or to the others while that fails, and returns the parsed answer. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller checks the content of the answer.
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
