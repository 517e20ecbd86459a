import type { Readable } from 'node:stream';

/**
 * Copies a log, whole lines at a time. The lines of several processes on one pipe could otherwise be mixed: the system keeps
 * only short writes together.
 */
export function copyWholeLines(from: Readable, write: (lines: string) => void): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  });
  from.on('error', () => {});
  // The process was killed while it wrote.
  from.on('end', () => rest !== '' && write(`${rest}\n`));
}
