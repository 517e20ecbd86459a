import type { WriteStream } from 'node:tty';
import { printable } from '@mintmark/server/core/requests/printable';

/** What a line of progress needs of standard error. */
export type Screen = Pick<WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number };

const erase = '\r\u{1b}[K';
/** Often enough to be seen moving. */
const intervalMs = 200;

/** One line at the bottom of a terminal that says how far long work is. Without a terminal nothing is written. */
export interface ProgressLine extends Disposable {
  /** Shows a text, unless one was shown just before. */
  show(text: string): void;
  /** Removes the line, before other output is written. */
  clear(): void;
}

/**
 * @example
 * using progress = createProgressLine(screen);
 * for (const [index, item] of items.entries()) {
 *   progress.show(`${index} items …`);
 */
export function createProgressLine(screen: Screen): ProgressLine {
  let shownAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  const clear = () => {
    if (isShown) screen.write(erase);
    isShown = false;
  };
  return {
    show(text) {
      const now = performance.now();
      if (!screen.isTTY || now - shownAt < intervalMs) return;
      shownAt = now;
      isShown = true;
      // A line that wraps could not be erased. A terminal of unknown width has 0 columns.
      screen.write(`${erase}${printable(text).slice(0, (screen.columns || 80) - 1)}`);
    },
    clear,
    [Symbol.dispose]: clear,
  };
}

/** Shows how long work takes, from its first second on. */
export async function withElapsedTime<Result>(what: string, work: Promise<Result>, screen: Screen): Promise<Result> {
  using progress = createProgressLine(screen);
  const startedAt = performance.now();
  const timer = setInterval(() => {
    progress.show(`${what} … ${Math.floor((performance.now() - startedAt) / 1000)} s`);
  }, 1000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
