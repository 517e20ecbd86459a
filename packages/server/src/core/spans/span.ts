import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { ApiError } from '../model/api-error.ts';
import type { SpanAttributes } from './span-attributes.ts';

/** The parts of a request that are measured. */
export type PartName = 'authenticate' | 'look' | 'prepare' | 'decide' | 'commit' | 'sign' | 'call';

/** What a span is in the terms of OpenTelemetry. */
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

interface SpanOptions {
  readonly traceId: string;
  readonly parentId?: string | undefined;
  readonly kind: SpanKind;
  /** The clock of the trace, in milliseconds since 1970. All its spans use the same one, so that they fit together. */
  readonly now: () => number;
  /** Takes the span when it has ended. */
  readonly keep: (span: Span) => void;
}

const current = new AsyncLocalStorage<Span | undefined>();

/** A piece of work that is recorded. */
export class Span {
  readonly id = randomBytes(8).toString('hex');
  readonly attributes: SpanAttributes = {};
  name: string;
  readonly traceId: string;
  readonly parentId: string | undefined;
  readonly kind: SpanKind;
  readonly startMs: number;
  endMs: number;
  /** Whether it failed because of the service, or of what the service depends on. */
  isError = false;
  readonly #options: SpanOptions;

  constructor(name: string, options: SpanOptions) {
    this.name = name;
    this.#options = options;
    this.traceId = options.traceId;
    this.parentId = options.parentId;
    this.kind = options.kind;
    this.startMs = options.now();
    this.endMs = this.startMs;
  }

  set(attributes: SpanAttributes): void {
    Object.assign(this.attributes, attributes);
  }

  /** Records why the work failed: only the code. A message may quote anything. */
  fail(error: unknown): void {
    this.set({ errorCode: codeOf(error) });
    this.isError = !(error instanceof ApiError) || error.status >= 500;
  }

  end(): void {
    this.endMs = this.#options.now();
    this.#options.keep(this);
  }

  /** Begins a part of this span. */
  begin(name: PartName, kind: SpanKind = 'internal'): Span {
    return new Span(name, { ...this.#options, parentId: this.id, kind });
  }

  /** Runs work whose parts belong to this span. It does not end the span. */
  run<Result>(work: () => Result): Result {
    return current.run(this, work);
  }

  /** Runs work, and ends with it. */
  async during<Result>(work: (span: Span) => Promise<Result>): Promise<Result> {
    try {
      return await current.run(this, () => work(this));
    } catch (error) {
      this.fail(error);
      throw error;
    } finally {
      this.end();
    }
  }
}

/** Runs work as a part of the span that it belongs to. Without one, it only runs the work. */
export function inSpan<Result>(
  name: PartName,
  work: (span: Span | undefined) => Promise<Result>,
  kind?: SpanKind,
): Promise<Result> {
  const parent = current.getStore();
  return parent ? parent.begin(name, kind).during(work) : work(undefined);
}

/** Runs work that belongs to no span, whoever started it. */
export const outsideSpans = <Result>(work: () => Result): Result =>
  current.getStore() ? current.run(undefined, work) : work();

/** The stable code of an error, if it has one. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(code) ? code : 'INTERNAL';
}
