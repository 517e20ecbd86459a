import { expect, test } from 'vitest';
import { areProcessesKnown, countWorkers, readTree, treeOf, workersAmong } from './running-processes.ts';

const processes = [
  { pid: 9, parent: 1, command: 'node /srv/packages/cli/dist/worker.js' },
  { pid: 5, parent: 4, command: 'postgres: mintmark: checkpointer' },
  { pid: 2, parent: 1, command: 'node --cpu-prof /srv/packages/cli/src/worker.ts --inspect' },
  { pid: 1, parent: 0, command: 'node /srv/packages/cli/dist/bin.js start' },
  { pid: 4, parent: 1, command: '/bin/sh -c /srv/worker.json' },
  { pid: 7, parent: 6, command: 'node /srv/packages/cli/dist/worker.js' },
];

test('default', () => {
  const tree = treeOf(processes, 1);
  expect(tree.map(({ pid }) => pid)).toEqual([1, 2, 4, 5, 9]);
  expect(workersAmong(tree).map(({ pid }) => pid)).toEqual([2, 9]);
});

test('behavior: a process that does not run has no tree', () => {
  expect(treeOf(processes, 77)).toEqual([]);
});

test.runIf(areProcessesKnown)('behavior: this process, which has no workers', async () => {
  const [own] = (await readTree(process.pid)).filter(({ pid }) => pid === process.pid);
  expect(own).toMatchObject({ parent: process.ppid });
  expect(await countWorkers(process.pid)).toBe(1);
});
