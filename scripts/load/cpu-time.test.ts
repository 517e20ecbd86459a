import { cpuTime, cpuTimeOfTree, isCpuTimeKnown, parseStat, sumOfTree } from '@mintmark/testing/cpu-time';
import { expect, test } from 'vitest';

const stat = (pid: number, name: string, parent: number, times: string) =>
  `${pid} (${name}) S ${parent} 7 7 0 -1 4194560 1200 0 3 0 ${times} 20 0 1 0 5 1 1\n`;

test('default', () => {
  expect(parseStat(stat(42, 'node', 7, '120 30 4 1'))).toEqual({ pid: 42, parent: 7, ownMs: 1500, endedMs: 50 });
});

test('behavior: a name with spaces and parentheses', () => {
  expect(parseStat(stat(42, 'postgres: a) (b', 7, '1 2 0 0'))).toMatchObject({ pid: 42, parent: 7, ownMs: 30 });
});

const processes = [
  stat(1, 'postgres', 99, '10 0 5 5'),
  stat(2, 'backend', 1, '20 0 0 0'),
  stat(3, 'worker', 2, '1 1 0 0'),
  stat(4, 'other', 99, '500 0 0 0'),
].map(parseStat);

test('behavior: descendants count, other processes do not', () => {
  expect(sumOfTree(processes, 1)).toBe(100 + 100 + 200 + 20);
  expect(sumOfTree(processes, 77)).toBe(0);
});

test('behavior: a descendant that is left out does not count, nor do its own descendants', () => {
  expect(sumOfTree(processes, 1, 2)).toBe(100 + 100);
  expect(sumOfTree(processes, 1, 3)).toBe(100 + 100 + 200);
});

test.runIf(isCpuTimeKnown)('behavior: this process', async () => {
  const before = await cpuTime(process.pid);
  const start = process.cpuUsage();
  for (let used = 0; used < 200_000; ) {
    const { user, system } = process.cpuUsage(start);
    used = user + system;
  }
  const own = await cpuTime(process.pid);
  expect(own - before).toBeGreaterThanOrEqual(180);
  expect(await cpuTimeOfTree(process.pid)).toBeGreaterThanOrEqual(own);
});
