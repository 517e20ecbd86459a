import type { RequestLog } from '../http/front-door.ts';
import { describeError } from './described-error.ts';

export interface Log {
  request(entry: RequestLog): void;
  /** Something that happened to the process itself. */
  event(level: Level, message: string, more?: { readonly cause?: unknown } & Readonly<Record<string, unknown>>): void;
}

type Level = 'info' | 'warn' | 'error';

/** Pages that machines read every few seconds: of these only failures are worth a line. */
const quietPages = new Set(['health', 'ready', 'metrics']);

/** Writes one line for each request and event: for a terminal in short, else as JSON. */
export function createLog(stream: NodeJS.WriteStream): Log {
  // Whoever read the log may have gone; the service has not.
  stream.on('error', () => {});
  // Requests that end at the same time are written together: to write is to wait for the system.
  let pending = '';
  const flush = () => {
    if (pending !== '') stream.write(pending);
    pending = '';
  };
  const line = (level: Level, { cause, ...entry }: Readonly<Record<string, unknown>>, inShort: string) => {
    const error = cause === undefined ? undefined : describeError(cause);
    const at = new Date().toISOString();
    if (!stream.isTTY) return `${JSON.stringify({ at, level, ...entry, ...(error && { error }) })}\n`;
    const details = error ? `\n  ${[error.message ?? error.name, ...error.stack].join('\n    ')}` : '';
    return `${at.slice(11, 19)} ${inShort}${details}\n`;
  };
  return {
    request(entry) {
      const { operation, status, durationMs, errorCode = '', cause } = entry;
      if (status < 400 && quietPages.has(operation)) return;
      const level = status === 500 ? 'error' : cause === undefined ? 'info' : 'warn';
      const rounded = { ...entry, durationMs: Math.round(durationMs * 1000) / 1000 };
      if (pending === '') setImmediate(flush);
      pending += line(
        level,
        rounded,
        [operation, status, `${Math.round(durationMs)} ms`, errorCode].join(' ').trimEnd(),
      );
    },
    event(level, message, more = {}) {
      pending += line(level, { message, ...more }, message);
      flush();
    },
  };
}
