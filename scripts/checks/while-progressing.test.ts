import { spawn } from 'node:child_process';
import { whileProgressing } from '@mintmark/testing/while-progressing';
import { expect, test } from 'vitest';

const stalled = (problem: string) => new Error(`the work ${problem}`);
const never = new Promise<never>(() => {});

test('default', async () => {
  const progress = () => 0;
  expect(await whileProgressing(Promise.resolve('done'), { progress, stalled })).toBe('done');
  await expect(whileProgressing(Promise.reject(new Error('it failed')), { progress, stalled })).rejects.toThrow(
    'it failed',
  );
});

test('behavior: work that progresses may take longer than nothing may change', async () => {
  const work = Promise.withResolvers<string>();
  let looks = 0;
  const progress = () => {
    if (++looks === 10) work.resolve('done');
    return looks;
  };
  expect(await whileProgressing(work.promise, { progress, stalled, stallMs: 50 })).toBe('done');
});

test('behavior: a process that calculates progresses', async () => {
  const child = spawn(process.execPath, ['--eval', 'for (const start = Date.now(); Date.now() - start < 4_000; );']);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  expect(await whileProgressing(ended, { progress: () => 0, pid: child.pid, stalled, stallMs: 2_000 })).toBe(0);
});

test('error: work that stands still', async () => {
  await expect(whileProgressing(never, { progress: () => 0, stalled, stallMs: 50 })).rejects.toThrow(
    'the work made no progress for 0 s',
  );
});

test('error: a process that only waits', async () => {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)']);
  try {
    await expect(
      whileProgressing(never, { progress: () => 0, pid: child.pid, stalled, stallMs: 2_000 }),
    ).rejects.toThrow('the work made no progress');
  } finally {
    child.kill();
  }
});
