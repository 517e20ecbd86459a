import { expect, test } from 'vitest';
import { areProcessesKnown } from '../../../load/running-processes.ts';
import { kindOf, parseRollup, readMemory, sumByKind, totalOf } from './process-memory.ts';

const mebibyte = 2 ** 20;

test('default: what the kernel reports', () => {
  const text = `55d0c0a00000-7ffd5b9f2000 ---p 00000000 00:00 0                          [rollup]
Rss:              204800 kB
Pss:              102400 kB
Pss_Dirty:         81920 kB
Private_Clean:      1024 kB
Private_Dirty:     51200 kB
SwapPss:               0 kB
`;
  expect(parseRollup(text)).toEqual({ processes: 1, pss: 100 * mebibyte, private: 51 * mebibyte });
});

const service = { pid: 10, parent: 1, command: '/opt/node /srv/dist/bin.js start' };
const workers = [11, 12].map((pid) => ({ pid, parent: 10, command: '/opt/node /srv/dist/worker.js' }));

test.each([
  ['first process', service.command, 10],
  ['worker 1', workers[0]?.command ?? '', 11],
  ['worker 2', workers[1]?.command ?? '', 12],
  ['shells that stop PostgreSQL', "/bin/sh -c trap '' HUP mintmark-lifeline /opt/bin/postgres -D /data", 13],
  ['PostgreSQL, first process', '/opt/native/bin/postgres -D /proc/self/fd/4 -c port=5432', 14],
  ['PostgreSQL, checkpointer', 'postgres: mintmark: checkpointer', 15],
  ['PostgreSQL, io workers', 'postgres: mintmark: io worker 2', 16],
  ['PostgreSQL, autovacuum launcher', 'postgres: autovacuum launcher', 17],
  ['PostgreSQL, connections', 'postgres: mintmark: mintmark mintmark [local] idle in transaction', 18],
  ['PostgreSQL, connections', 'postgres: mintmark mintmark [local] idle', 19],
  ['others', '/usr/bin/signer', 20],
])('behavior: %s', (kind, command, pid) => {
  const others = [service, ...workers].filter((one) => one.pid !== pid);
  const one = { pid, parent: 10, command };
  const tree = [...others, one].toSorted((a, b) => a.pid - b.pid);
  expect(kindOf(one, tree, service.pid)).toBe(kind);
});

test('behavior: processes of one kind are added up', () => {
  const one = { processes: 1, pss: 5, private: 2 };
  const memory = sumByKind([
    ['worker 1', { processes: 1, pss: 70, private: 60 }],
    ['PostgreSQL, connections', one],
    ['PostgreSQL, connections', one],
  ]);
  expect([...memory]).toEqual([
    ['worker 1', { processes: 1, pss: 70, private: 60 }],
    ['PostgreSQL, connections', { processes: 2, pss: 10, private: 4 }],
  ]);
  expect(totalOf(memory)).toEqual({ processes: 3, pss: 80, private: 64 });
});

test.runIf(areProcessesKnown)('behavior: this process', async () => {
  const memory = (await readMemory(process.pid)).get('first process');
  expect(memory?.pss).toBeGreaterThan(0);
  expect(memory?.private).toBeGreaterThan(0);
});
