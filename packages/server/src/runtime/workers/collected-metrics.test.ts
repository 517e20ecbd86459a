import { expect, test } from 'vitest';
import type { Metric } from '../process/metric.ts';
import { CollectedMetrics } from './collected-metrics.ts';

const counter = (count: number): Metric => ({
  name: 'c',
  type: 'counter',
  help: 'C.',
  samples: [['', { a: 'b' }, count]],
});
const gauge = (value: number): Metric => ({ name: 'g', type: 'gauge', help: 'G.', samples: [['', {}, value]] });
const delay = (value: number): Metric => ({ ...gauge(value), name: 'd', across: 'max' });
const valuesOf = (metrics: readonly Metric[]) =>
  Object.fromEntries(metrics.map(({ name, samples }) => [name, samples[0]?.[2]]));

test('default: adds counters and gauges, and has the longest delay', async () => {
  const metrics = new CollectedMetrics<string>({
    own: () => [counter(1), gauge(10), delay(0.1)],
    workers: () => ['one', 'two'],
    ask: (worker) => metrics.add(worker, [counter(2), gauge(20), delay(worker === 'one' ? 0.5 : 0.3)]),
  });
  expect(valuesOf(await metrics.read())).toEqual({ c: 5, g: 50, d: 0.5 });
});

test('behavior: counts of a worker that ended stay, its gauges go', async () => {
  const workers = new Set(['one', 'two']);
  const metrics = new CollectedMetrics<string>({
    own: () => [],
    workers: () => workers,
    ask: (worker) => metrics.add(worker, [counter(2), gauge(20)]),
  });
  await metrics.read();
  for (const worker of ['one', 'two']) {
    workers.delete(worker);
    metrics.end(worker);
  }
  expect(valuesOf(await metrics.read())).toEqual({ c: 4 });
  workers.add('three');
  expect(valuesOf(await metrics.read())).toEqual({ c: 6, g: 20 });
});

test('behavior: a worker that does not answer counts as it last did, and one that ends holds up nobody', async () => {
  const metrics = new CollectedMetrics<string>({ own: () => [counter(1)], workers: () => ['one'], ask: () => {} });
  metrics.add('one', [counter(2)]);
  expect(valuesOf(await metrics.read())).toEqual({ c: 3 });
  const reading = metrics.read();
  metrics.end('one');
  expect(valuesOf(await reading)).toEqual({ c: 3 });
});
