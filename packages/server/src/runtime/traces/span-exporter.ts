import { setTimeout as pause } from 'node:timers/promises';
import type { GuardedFetch, HttpAnswer } from '../../core/ports/guarded-fetch.ts';
import type { Span } from '../../core/spans/span.ts';
import { OutboundError } from '../../delivery/adapters/outbound-error.ts';
import { otlpBody, type SpanSource } from './otlp.ts';

/**
 * What became of spans: `exported`; `refused` by the receiver; `unsent`, because the receiver could not be reached; or `dropped`,
 * because too many were waiting.
 */
export const spanOutcomes = ['exported', 'refused', 'unsent', 'dropped'] as const;
export type SpanOutcome = (typeof spanOutcomes)[number];

export interface ExporterLimits {
  /** How many spans may wait. Further ones are dropped. */
  readonly waiting: number;
  /** How many are sent together. */
  readonly batch: number;
  /** How long a span waits for others. */
  readonly delayMs: number;
  readonly timeoutMs: number;
  /** How often the same spans are sent. */
  readonly attempts: number;
  /** The pause after the first failure, which doubles each time. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** How long the last spans may take when the process stops. */
  readonly graceMs: number;
}

const defaultLimits: ExporterLimits = {
  waiting: 2_048,
  batch: 256,
  delayMs: 2_000,
  timeoutMs: 10_000,
  attempts: 5,
  pauseMs: 1_000,
  longestPauseMs: 30_000,
  graceMs: 3_000,
};

export interface SpanExporterOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly source: SpanSource;
  /** Used for nothing else: a slow receiver must not hold up other calls. */
  readonly fetch: GuardedFetch;
  readonly limits?: Partial<ExporterLimits>;
  readonly onSpans?: ((outcome: SpanOutcome, count: number) => void) | undefined;
  /** Called when the receiver fails, and not again before it has accepted spans. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** What the receiver answered, if that is not what OTLP says. */
class ExportError extends Error {
  override readonly name = 'ExportError';
}

/** The OTLP statuses after which the same request may succeed later: https://opentelemetry.io/docs/specs/otlp/#failures-1 */
const passing = [429, 502, 503, 504];
const maxBytes = 64 * 1024;

/** Sends spans in batches, one at a time. Nobody waits for it, and what it cannot send is dropped and counted. */
export class SpanExporter {
  readonly #options: SpanExporterOptions;
  readonly #limits: ExporterLimits;
  readonly #waiting: Span[] = [];
  readonly #stopping = new AbortController();
  /** Aborts when the time to stop is over. */
  readonly #late = new AbortController();
  #isFull = Promise.withResolvers<void>();
  #sending: Promise<void> | undefined;
  #hasFailed = false;

  constructor(options: SpanExporterOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
  }

  /** Takes a span that has ended. */
  readonly keep = (span: Span): void => {
    const hasPlace = this.#waiting.length < this.#limits.waiting && !this.#stopping.signal.aborted;
    if (!hasPlace) return void this.#count('dropped', 1);
    this.#waiting.push(span);
    if (this.#waiting.length >= this.#limits.batch) this.#isFull.resolve();
    this.#sending ??= this.#sendAll();
  };

  /** Sends what is left, for a limited time. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const timer = setTimeout(() => this.#late.abort(), this.#limits.graceMs);
    await this.#sending;
    clearTimeout(timer);
  }

  async #sendAll(): Promise<void> {
    const { batch, delayMs } = this.#limits;
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < batch) {
        this.#isFull = Promise.withResolvers();
        await Promise.race([this.#isFull.promise, this.#pause(delayMs)]);
      }
      const spans = this.#waiting.splice(0, batch);
      await this.#send(spans).catch((error: unknown) => {
        this.#fail(error);
        this.#count('unsent', spans.length);
      });
    }
    this.#sending = undefined;
  }

  async #send(spans: readonly Span[]): Promise<void> {
    const body = otlpBody(spans, this.#options.source);
    for (let attempt = 1; ; attempt++) {
      const result = await this.#try(body, spans.length);
      if (result.refused !== undefined) {
        this.#count('refused', result.refused);
        return this.#count('exported', spans.length - result.refused);
      }
      if (attempt >= this.#limits.attempts || this.#stopping.signal.aborted) return this.#count('unsent', spans.length);
      await this.#pause(result.retryAfterMs ?? this.#limits.pauseMs * 2 ** (attempt - 1));
    }
  }

  /** How many of the spans were refused; undefined if they may be sent again. */
  async #try(body: string, count: number): Promise<{ readonly refused?: number; readonly retryAfterMs?: number }> {
    const { url, headers, fetch } = this.#options;
    try {
      const answer = await fetch({
        url,
        method: 'POST',
        headers: { 'user-agent': 'Mintmark-Traces/1', ...headers, 'content-type': 'application/json' },
        body,
        isConfigured: true,
        signal: this.#late.signal,
        maxBytes,
        timeoutMs: this.#limits.timeoutMs,
      });
      if (answer.status >= 200 && answer.status < 300) {
        const refused = Math.min(refusedSpans(answer), count);
        if (refused > 0) this.#fail(new ExportError(`the trace receiver refused ${refused} of ${count} spans`));
        else this.#hasFailed = false;
        return { refused };
      }
      this.#fail(new ExportError(`the trace receiver answered ${answer.status}`));
      return passing.includes(answer.status) ? retryAfter(answer) : { refused: count };
    } catch (error) {
      this.#fail(error);
      return error instanceof OutboundError && !error.isRetryable && error.code !== 'ABORTED' ? { refused: count } : {};
    }
  }

  #fail(error: unknown): void {
    if (!this.#hasFailed) this.#options.onError?.(error);
    this.#hasFailed = true;
  }

  #count(outcome: SpanOutcome, count: number): void {
    if (count > 0) this.#options.onSpans?.(outcome, count);
  }

  /** Ends early when the process stops. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#stopping;
    await pause(Math.min(ms, this.#limits.longestPauseMs), undefined, { signal, ref: false }).catch(() => {});
  }
}

/** Only seconds: a date is treated as absent. */
function retryAfter({ headers }: HttpAnswer): { readonly retryAfterMs?: number } {
  const value = headers['retry-after'];
  return value !== undefined && /^\d{1,5}$/.test(value) ? { retryAfterMs: Number(value) * 1000 } : {};
}

/** How many spans the receiver refused although it accepted the request. */
function refusedSpans({ text }: HttpAnswer): number {
  try {
    return Math.max(0, Math.trunc(Number(JSON.parse(text)?.partialSuccess?.rejectedSpans)) || 0);
  } catch {
    return 0;
  }
}
