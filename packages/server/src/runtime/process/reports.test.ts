import { expect, test } from 'vitest';
import { EvmError } from '../../delivery/adapters/evm/evm-error.ts';
import { OutboundError } from '../../delivery/adapters/outbound-error.ts';
import { FollowerError } from '../../funds/history/follower-error.ts';
import { createLog } from './log.ts';
import { Metrics, metricsAnswer, noConnections } from './metrics.ts';
import { createReports } from './reports.ts';

/** Reports, and what they led to. */
function createRig() {
  const lines: string[] = [];
  const metrics = new Metrics();
  const log = createLog({ on: () => {}, write: (line: string) => lines.push(line) } as never);
  const text = () => String(metricsAnswer(metrics.read(noConnections)).body);
  return { reports: createReports(log, metrics), logged: () => lines.map((line) => JSON.parse(line)), text };
}

test('behavior: counts every attempt of the outbox, and logs the entries that it gave up', () => {
  const { reports, logged, text } = createRig();
  const report = { organizationId: 'organization', kind: 'letter', id: 'id', attempt: 1, isForeign: false };
  reports.onDelivery({ ...report, outcome: 'delivered' });
  reports.onDelivery({ ...report, outcome: 'retried', errorCode: 'REFUSED' });
  reports.onDelivery({ ...report, outcome: 'failed', errorCode: 'REFUSED' });
  for (const outcome of ['delivered', 'retried', 'failed'])
    expect(text()).toContain(`mintmark_outbox_deliveries_total{kind="letter",outcome="${outcome}"} 1\n`);
  expect(logged()).toMatchObject([
    { level: 'error', message: 'gave up on an outbox entry', id: 'id', errorCode: 'REFUSED' },
  ]);
});

test('behavior: a target that a caller chose is not for the operator to mend', () => {
  const { reports, logged } = createRig();
  const report = { organizationId: 'organization', kind: 'letter', id: 'id', attempt: 1, isForeign: true };
  reports.onDelivery({ ...report, outcome: 'failed', errorCode: 'REFUSED' });
  expect(logged()).toMatchObject([{ level: 'warn', message: 'gave up on an outbox entry' }]);
});

test('behavior: counts dropped entries, and logs them once in a while', () => {
  const { reports, logged, text } = createRig();
  for (let count = 1; count <= 3; count++)
    reports.onDropped({ organizationId: 'organization', kind: 'webhook', count });
  reports.onDropped({ organizationId: 'other', kind: 'webhook', count: 4 });
  expect(text()).toContain('mintmark_outbox_dropped_total{kind="webhook"} 10\n');
  const line = { level: 'warn', message: 'dropped outbox entries: too many are waiting', kind: 'webhook' };
  expect(logged()).toMatchObject([
    { ...line, organizationId: 'organization', count: 1 },
    { ...line, organizationId: 'other', count: 4 },
  ]);
});

test('behavior: tells how far behind its chain each process is, as long as it knows', () => {
  const { reports, text } = createRig();
  reports.onFollowed('eip155:1', 7n);
  reports.onFollowed('eip155:10', 2n);
  reports.onFollowed('eip155:1', 0n);
  reports.onFollowed('eip155:10', undefined);
  expect(text()).toMatch(/\nmintmark_chain_blocks_behind\{chain="eip155:1"\} 0\n(?!mintmark_chain)/);
});

test('behavior: tells what tenants have stored, the smallest of very many as one', () => {
  const { reports, text } = createRig();
  reports.onStored(
    new Map([
      ['first', 10],
      ['second', 20],
    ]),
    1_000,
  );
  expect(text()).toContain('mintmark_storage_bytes{tenant="second"} 20\nmintmark_storage_bytes{tenant="first"} 10\n');
  expect(text()).toContain('mintmark_storage_limit_bytes 1000\n');
  reports.onStored(new Map(Array.from({ length: 150 }, (_, index) => [`t${index}`, index + 1])), 1_000);
  expect(text().match(/mintmark_storage_bytes\{/g)).toHaveLength(101);
  expect(text()).toContain('mintmark_storage_bytes{tenant="t50"} 51\nmintmark_storage_bytes{tenant="others"} 1275\n');
});

test('behavior: logs that storage could not be added up', () => {
  const { reports, logged } = createRig();
  reports.onStorageError(new Error('gone'));
  expect(logged()).toMatchObject([{ level: 'warn', message: 'could not total the storage of organizations' }]);
});

test('behavior: logs that the outbox holds entries of an unknown kind', () => {
  const { reports, logged } = createRig();
  reports.onUnknownKind();
  expect(logged()).toMatchObject([{ level: 'warn', message: expect.stringContaining('does not know') }]);
});

test('behavior: logs that the outbox could not use the database', () => {
  const { reports, logged } = createRig();
  reports.onOutboxError(new Error('connection lost'));
  expect(logged()).toMatchObject([{ level: 'warn', message: 'the outbox could not use the database' }]);
});

test('behavior: logs that a chain could not be followed, as an error if the operator has to decide', () => {
  const { reports, logged } = createRig();
  reports.onFollowerError('eip155:1', new EvmError('UNREACHABLE', { reason: 'HTTP 503' }));
  reports.onFollowerError('eip155:1', new FollowerError('FINAL_BLOCK_DROPPED', 7n));
  expect(logged()).toMatchObject([
    {
      level: 'warn',
      message: 'could not follow a chain',
      caip2: 'eip155:1',
      error: { message: expect.stringMatching(/HTTP 503$/) },
    },
    { level: 'error', error: { message: expect.stringMatching(/\(block 7\)$/) } },
  ]);
});

test('behavior: counts spans, and logs that they could not be exported', () => {
  const { reports, logged, text } = createRig();
  reports.onSpans('unsent', 7);
  reports.onTraceError(new OutboundError('UNREACHABLE', 'http://127.0.0.1:4318', 'ECONNREFUSED'));
  expect(text()).toContain('mintmark_spans_total{outcome="unsent"} 7\n');
  expect(logged()).toMatchObject([{ level: 'warn', message: 'could not export traces' }]);
});
