import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createProgressLine, withElapsedTime } from './progress-line.ts';

function createScreen(isTTY: boolean, columns = 20) {
  const written: string[] = [];
  return { isTTY, columns, written, write: (text: string) => written.push(text) > 0 };
}
const erase = '\r\u{1b}[K';

describe('createProgressLine', () => {
  test('default', () => {
    const screen = createScreen(true);
    const progress = createProgressLine(screen);
    progress.show('3 activities …');
    progress.clear();
    expect(screen.written).toEqual([`${erase}3 activities …`, erase]);
  });

  test('behavior: nothing is written without a terminal', () => {
    const screen = createScreen(false);
    {
      using progress = createProgressLine(screen);
      progress.show('3 activities …');
    }
    expect(screen.written).toEqual([]);
  });

  test('behavior: a text right after another one is not shown', () => {
    const screen = createScreen(true);
    const progress = createProgressLine(screen);
    progress.show('1');
    progress.show('2');
    expect(screen.written).toEqual([`${erase}1`]);
  });

  test('behavior: a line never wraps, and a terminal of unknown width has 80 columns', () => {
    for (const [columns, shown] of [
      [20, 19],
      [0, 79],
    ] as const) {
      const screen = createScreen(true, columns);
      createProgressLine(screen).show('x'.repeat(200));
      expect(screen.written).toEqual([erase + 'x'.repeat(shown)]);
    }
  });

  test('behavior: nothing is erased that was not shown', () => {
    const screen = createScreen(true);
    {
      using progress = createProgressLine(screen);
      progress.clear();
    }
    expect(screen.written).toEqual([]);
  });
});

describe('withElapsedTime', () => {
  test('default: short work shows nothing', async () => {
    const screen = createScreen(true);
    expect(await withElapsedTime('work', Promise.resolve(5), screen)).toBe(5);
    expect(screen.written).toEqual([]);
  });

  test('behavior: long work shows its time, which is erased at the end', async () => {
    const screen = createScreen(true);
    const work = setTimeout(60_000, undefined, { signal: untilShown(screen) }).catch(() => 'done');
    expect(await withElapsedTime('work', work, screen)).toBe('done');
    expect([...screen.written]).toEqual([expect.stringMatching(/K(work … \d+ s)$/), erase]);
  });

  test('error: failed work leaves nothing behind', async () => {
    const screen = createScreen(true);
    await expect(withElapsedTime('work', Promise.reject(new Error('no')), screen)).rejects.toThrow('no');
    expect(screen.written).toEqual([]);
  });

  /** Aborts when something was written. */
  function untilShown(screen: ReturnType<typeof createScreen>): AbortSignal {
    const controller = new AbortController();
    const { push } = screen.written;
    screen.written.push = (...texts) => {
      controller.abort();
      return push.apply(screen.written, texts);
    };
    return controller.signal;
  }
});
