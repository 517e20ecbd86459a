import { randomBytes } from 'node:crypto';
import { outsideSpans, Span } from '../../core/spans/span.ts';
import { readTraceparent } from './traceparent.ts';

interface TracerOptions {
  /** The part of all traces that is recorded, up to 1. */
  readonly sampleRatio?: number | undefined;
  /** Takes spans that have ended. */
  readonly keep: (span: Span) => void;
}

/**
 * Begins traces, and decides immediately which are recorded. The decision depends on the trace id only: all requests of one trace
 * are recorded, or none.
 */
export class Tracer {
  readonly #sampleRatio: number;
  readonly #keep: (span: Span) => void;

  constructor({ sampleRatio = 1, keep }: TracerOptions) {
    this.#sampleRatio = sampleRatio;
    this.#keep = keep;
  }

  /**
   * Begins the span of a request. Undefined if it is not recorded.
   *
   * @param traceparent The values of that header. A caller that does not record its own span is not recorded either. One that does
   * is recorded only within the ratio: whoever pays for the traces decides how many there are.
   */
  beginRequest(traceparent: readonly string[]): Span | undefined {
    const parent = readTraceparent(traceparent);
    if (parent && !parent.isSampled) return undefined;
    return this.#begin('request', 'server', parent?.traceId, parent?.spanId);
  }

  /** Runs the delivery of an entry as a trace of its own, whichever request started it. */
  async deliver<Result>(work: (span: Span | undefined) => Promise<Result>): Promise<Result> {
    const span = this.#begin('deliver', 'consumer');
    return span ? span.during(work) : outsideSpans(() => work(undefined));
  }

  #begin(name: string, kind: 'server' | 'consumer', traceId = newTraceId(), parentId?: string): Span | undefined {
    if (!this.#samples(traceId)) return undefined;
    // The wall clock may be set while a span lasts.
    const epoch = Date.now() - performance.now();
    return new Span(name, { traceId, parentId, kind, now: () => epoch + performance.now(), keep: this.#keep });
  }

  /** The last seven bytes of a trace id are random: https://www.w3.org/TR/trace-context-2/#random-trace-id-flag */
  #samples(traceId: string): boolean {
    return Number.parseInt(traceId.slice(-14), 16) / 2 ** 56 >= 1 - this.#sampleRatio;
  }
}

const newTraceId = () => randomBytes(16).toString('hex');
