import { describe, expect, test } from 'vitest';
import type { RequestLog } from '../http/front-door.ts';
import { mergeMetrics } from './metric.ts';
import { Metrics, metricsAnswer, noConnections } from './metrics.ts';

const entry: RequestLog = {
  requestId: '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8',
  operation: 'whoami',
  organizationId: '9381d119-d915-4037-830d-4fc6597ff333',
  status: 200,
  durationMs: 7,
};
const textOf = (metrics: Metrics, connections = noConnections) =>
  String(metricsAnswer(metrics.scrape(connections)).body);
/** The value of one line. */
const valueIn = (text: string, sample: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${sample} `))
    ?.slice(sample.length + 1);

describe('Metrics', () => {
  test('default: writes the text format of Prometheus', () => {
    const metrics = new Metrics();
    metrics.record(entry);
    const { status, headers, body } = metricsAnswer(metrics.scrape(noConnections));
    expect([status, headers['Content-Type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(headers).not.toHaveProperty('Access-Control-Allow-Origin');
    const lines = String(body).split('\n');
    expect(lines.pop()).toBe('');
    const sample = /^[a-z_]+(?:\{[a-z_]+="[\w.+]*"(?:,[a-z_]+="[\w.+]*")*\})? \d+(?:\.\d+)?(?:e[+-]\d+)?$/;
    const metadata = /^# (?:HELP [a-z_]+ .+\.|TYPE [a-z_]+ (?:counter|gauge|histogram))$/;
    for (const line of lines) expect(line).toMatch(line.startsWith('#') ? metadata : sample);
    const named = lines.flatMap((line) => /^# TYPE (\w+)/.exec(line)?.[1] ?? []);
    expect(new Set(named).size).toBe(named.length);
  });

  test('behavior: counts requests, errors and activities by label', () => {
    const metrics = new Metrics();
    for (let count = 0; count < 3; count++) metrics.record(entry);
    metrics.record({ ...entry, status: 429, errorCode: 'RATE_LIMIT_EXCEEDED' });
    metrics.record({ ...entry, operation: 'create_users', activityStatus: 'ACTIVITY_STATUS_COMPLETED' });
    const text = textOf(metrics);
    expect(valueIn(text, 'mintmark_requests_total{operation="whoami",status="200"}')).toBe('3');
    expect(valueIn(text, 'mintmark_requests_total{operation="whoami",status="429"}')).toBe('1');
    expect(valueIn(text, 'mintmark_refusals_total{code="RATE_LIMIT_EXCEEDED"}')).toBe('1');
    expect(valueIn(text, 'mintmark_activity_answers_total{status="ACTIVITY_STATUS_COMPLETED"}')).toBe('1');
    expect(text).not.toContain(entry.organizationId);
  });

  test('behavior: the buckets of durations are cumulative', () => {
    const metrics = new Metrics();
    for (const durationMs of [0.5, 7, 7, 10, 60_000]) metrics.record({ ...entry, durationMs });
    const text = textOf(metrics);
    const bucket = (le: string) =>
      valueIn(text, `mintmark_request_duration_seconds_bucket{operation="whoami",le="${le}"}`);
    expect(['0.001', '0.005', '0.01', '0.025', '5', '+Inf'].map(bucket)).toEqual(['1', '1', '4', '4', '4', '5']);
    expect(valueIn(text, 'mintmark_request_duration_seconds_count{operation="whoami"}')).toBe('5');
    expect(Number(valueIn(text, 'mintmark_request_duration_seconds_sum{operation="whoami"}'))).toBeCloseTo(60.0245);
  });

  test('behavior: counts a request as in flight until it ends, however it ends', async () => {
    const metrics = new Metrics();
    const gate = Promise.withResolvers<never>();
    const watched = metrics.watch(() => gate.promise);
    const running = [watched({} as never), watched({} as never)];
    const inFlight = () => valueIn(textOf(metrics), 'mintmark_requests_in_flight');
    expect(inFlight()).toBe('2');
    gate.reject(new Error('over'));
    await Promise.allSettled(running);
    expect(inFlight()).toBe('0');
  });

  test('behavior: what alarms watch begins with zero, so that its first increase is seen', () => {
    const text = textOf(new Metrics());
    for (const sample of [
      'mintmark_refusals_total{code="INTERNAL"}',
      'mintmark_activity_answers_total{status="ACTIVITY_STATUS_FAILED"}',
      'mintmark_forged_rows_total{table="users"}',
      'mintmark_outbox_deliveries_total{kind="mail",outcome="failed"}',
      'mintmark_spans_total{outcome="unsent"}',
    ])
      expect([sample, valueIn(text, sample)]).toEqual([sample, '0']);
  });

  test('behavior: counts spans', () => {
    const metrics = new Metrics();
    metrics.recordSpans('exported', 256);
    metrics.recordSpans('exported', 4);
    expect(valueIn(textOf(metrics), 'mintmark_spans_total{outcome="exported"}')).toBe('260');
  });

  test('behavior: the outbox', () => {
    const metrics = new Metrics();
    metrics.recordDelivery({ kind: 'letter', outcome: 'retried' });
    const depths = [
      { state: 'waiting', kind: 'letter', count: 3, overdueSeconds: 1.5 },
      { state: 'failed', kind: 'letter', count: 2, overdueSeconds: 9 },
    ] as const;
    const text = String(metricsAnswer(metrics.scrape(noConnections, depths)).body);
    expect(valueIn(text, 'mintmark_outbox_deliveries_total{kind="letter",outcome="retried"}')).toBe('1');
    expect(valueIn(text, 'mintmark_outbox_entries{state="waiting",kind="letter"}')).toBe('3');
    expect(valueIn(text, 'mintmark_outbox_entries{state="failed",kind="letter"}')).toBe('2');
    expect(valueIn(text, 'mintmark_outbox_overdue_seconds{kind="letter"}')).toBe('1.5');
    expect(textOf(new Metrics())).not.toMatch(/^mintmark_outbox_entries\{/m);
  });

  test('behavior: several processes have one outbox, and the sum of their deliveries', () => {
    const read = (count: number, overdueSeconds: number) => {
      const metrics = new Metrics();
      metrics.recordDelivery({ kind: 'letter', outcome: 'delivered' });
      return metrics.read(noConnections, [{ state: 'waiting', kind: 'letter', count, overdueSeconds }]);
    };
    const text = String(
      metricsAnswer(mergeMetrics([read(3, 1.5), new Metrics().read(noConnections), read(2, 2.5)])).body,
    );
    expect(valueIn(text, 'mintmark_outbox_deliveries_total{kind="letter",outcome="delivered"}')).toBe('2');
    expect(valueIn(text, 'mintmark_outbox_entries{state="waiting",kind="letter"}')).toBe('3');
    expect(valueIn(text, 'mintmark_outbox_overdue_seconds{kind="letter"}')).toBe('2.5');
  });

  test('behavior: the database and the process', () => {
    const text = textOf(new Metrics(), { limit: 8, busy: 3, waiting: 2 });
    expect(valueIn(text, 'mintmark_database_connections_limit')).toBe('8');
    expect(valueIn(text, 'mintmark_database_connections_busy')).toBe('3');
    expect(valueIn(text, 'mintmark_database_waiting')).toBe('2');
    expect(Number(valueIn(text, 'process_resident_memory_bytes'))).toBeGreaterThan(1e6);
    expect(Math.abs(Number(valueIn(text, 'process_start_time_seconds')) - Date.now() / 1000)).toBeLessThan(3600);
  });
});
