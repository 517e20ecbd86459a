import type { RequestLog } from '../http/front-door.ts';
import { describeError } from './described-error.ts';

export interface Log {
  request(entry: RequestLog): void;
  /** Something that happened to the process itself. */
  event(level: Level, message: string, more?: Details): void;
}

type Details = { readonly cause?: unknown } & Readonly<Record<string, unknown>>;

type Level = 'info' | 'warn' | 'error';

/** Pages that machines poll every few seconds: only their failures are logged. */
const quietPages = new Set(['health', 'ready', 'metrics']);

/**
 * The most bytes in one write. The workers share standard error, and the system does not mix writes that are not longer than this with
 * those of other processes.
 */
const longestWrite = 4_096;

/** What a log needs of standard error. */
export interface LogStream {
  write(lines: string): unknown;
  readonly isTTY?: boolean;
  on?(event: 'error', listener: () => void): unknown;
}

interface LogOptions {
  /** The number of the worker that writes, in every line. */
  readonly worker?: number;
}

/** Writes one line for each request and event: a short one to a terminal, otherwise JSON. */
export function createLog(stream: LogStream, options: LogOptions = {}): Log {
  const { worker } = options;
  // The service keeps running when the reader of the log has closed it.
  stream.on?.('error', () => {});
  // The lines of requests that end at the same time are written together: each write blocks.
  let pending = '';
  let pendingBytes = 0;
  const flush = () => {
    if (pending !== '') stream.write(pending);
    pending = '';
    pendingBytes = 0;
  };
  const append = (text: string) => {
    const bytes = Buffer.byteLength(text);
    if (pendingBytes + bytes > longestWrite) flush();
    pending += text;
    pendingBytes += bytes;
  };
  const line = (level: Level, entry: Details, inShort: () => string) => {
    const error = entry.cause === undefined ? undefined : describeError(entry.cause);
    const at = new Date().toISOString();
    // A member that is undefined is not written.
    if (!stream.isTTY) return `${JSON.stringify({ at, level, worker, ...entry, cause: undefined, error })}\n`;
    const details = error ? `\n  ${[error.message ?? error.name, ...error.stack].join('\n    ')}` : '';
    return `${at.slice(11, 19)} ${inShort()}${details}\n`;
  };
  return {
    request(entry) {
      const { operation, status, durationMs, errorCode = '', cause } = entry;
      if (status < 400 && quietPages.has(operation)) return;
      const level = status === 500 ? 'error' : cause === undefined ? 'info' : 'warn';
      const rounded = { ...entry, durationMs: Math.round(durationMs * 1000) / 1000 };
      if (pending === '') setImmediate(flush);
      append(
        line(level, rounded, () => [operation, status, `${Math.round(durationMs)} ms`, errorCode].join(' ').trimEnd()),
      );
    },
    event(level, message, more = {}) {
      append(line(level, { message, ...more }, () => message));
      flush();
    },
  };
}
