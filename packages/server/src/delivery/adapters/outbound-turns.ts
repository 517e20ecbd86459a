export interface TurnLimits {
  /** How many calls may be in progress. */
  readonly inAll: number;
  /** How many of those may be to one host. */
  readonly ofHost: number;
  /** How many calls may wait for a place. */
  readonly waiting: number;
  /** How many of those may be to one host. */
  readonly waitingOfHost: number;
}

interface Line {
  running: number;
  /** In the order in which they came. */
  readonly waiting: Set<() => void>;
}

/**
 * Limits how many calls are in progress, in all and to one host, and how many wait. Free places go round robin to the hosts
 * that calls wait for: a slow host delays its own calls.
 */
export class OutboundTurns {
  readonly #limits: TurnLimits;
  /** The hosts that are called. The host that had no turn for the longest time is first. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Resolves when a call to this host may begin, to the function that ends its turn, or to `undefined` if too many calls
   * wait already. If the signal is aborted first, it never resolves.
   */
  async take(host: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    const line = this.#lines.get(host) ?? { running: 0, waiting: new Set() };
    if (this.#mayBegin(line)) this.#begin(host, line);
    else {
      const { waiting, waitingOfHost } = this.#limits;
      if (this.#waiting >= waiting || line.waiting.size >= waitingOfHost) return undefined;
      this.#lines.set(host, line);
      await this.#wait(host, line, signal);
    }
    return () => this.#end(host, line);
  }

  #mayBegin(line: Line): boolean {
    return this.#running < this.#limits.inAll && line.running < this.#limits.ofHost;
  }

  #begin(host: string, line: Line): void {
    line.running++;
    this.#running++;
    this.#lines.delete(host);
    this.#lines.set(host, line);
  }

  #wait(host: string, line: Line, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    line.waiting.add(resolve);
    this.#waiting++;
    const leave = () => {
      if (!line.waiting.delete(resolve)) return;
      this.#waiting--;
      this.#forgetIfIdle(host, line);
    };
    signal.addEventListener('abort', leave, { once: true });
    return promise;
  }

  #end(host: string, line: Line): void {
    line.running--;
    this.#running--;
    this.#beginNext();
    this.#forgetIfIdle(host, line);
  }

  #beginNext(): void {
    for (const [host, line] of this.#lines) {
      const [next] = line.waiting;
      if (!next || !this.#mayBegin(line)) continue;
      line.waiting.delete(next);
      this.#waiting--;
      this.#begin(host, line);
      next();
      return;
    }
  }

  #forgetIfIdle(host: string, line: Line): void {
    if (line.running === 0 && line.waiting.size === 0) this.#lines.delete(host);
  }
}
