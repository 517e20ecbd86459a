import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startTraceReceiver } from '../../../test/trace-receiver.ts';
import { answering } from '../../../test/webhook-rig.ts';
import type { Span } from '../../core/spans/span.ts';
import { createGuardedFetch } from '../../delivery/adapters/guarded-fetch.ts';
import { type ExporterLimits, SpanExporter, type SpanOutcome } from './span-exporter.ts';
import { Tracer } from './tracer.ts';

const source = { version: '1.2.3', instanceId: '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8' };

async function createRig(limits: Partial<ExporterLimits> = {}) {
  const receiver = await startTraceReceiver();
  onTestFinished(receiver.close);
  const counts: Partial<Record<SpanOutcome, number>> = {};
  const errors: unknown[] = [];
  const exporter = new SpanExporter({
    url: receiver.url,
    headers: { authorization: 'Bearer s3cret' },
    source,
    fetch: createGuardedFetch(),
    limits: { delayMs: 1, pauseMs: 1, ...limits },
    onSpans(outcome, count) {
      counts[outcome] = (counts[outcome] ?? 0) + count;
    },
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => exporter.stop());
  const tracer = new Tracer({ keep: exporter.keep });
  const keep = (count: number) => {
    for (let index = 0; index < count; index++) (tracer.beginRequest([]) as Span).end();
  };
  return { receiver, counts, errors, exporter, tracer, keep };
}

test('default: sends spans as OTLP says', async () => {
  const { receiver, counts, errors, tracer } = await createRig();
  const request = tracer.beginRequest(['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01']) as Span;
  request.name = 'whoami';
  request.set({ operation: 'whoami', status: 503 });
  request.isError = true;
  request.end();
  await expect.poll(() => counts).toEqual({ exported: 1 });
  expect(errors).toEqual([]);
  const [{ method, headers } = expect.fail()] = receiver.requests;
  expect([method, headers['content-type'], headers.authorization]).toEqual([
    'POST',
    'application/json',
    'Bearer s3cret',
  ]);
  expect(receiver.resources()).toEqual([
    { 'service.name': 'mintmark', 'service.version': '1.2.3', 'service.instance.id': source.instanceId },
  ]);
  const [span = expect.fail()] = receiver.spans();
  const { startTimeUnixNano: start, endTimeUnixNano: end, ...others } = span;
  expect(others).toEqual({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: request.id,
    parentSpanId: '00f067aa0ba902b7',
    name: 'whoami',
    kind: 2,
    attributes: { 'mintmark.operation': 'whoami', 'http.response.status_code': '503' },
    status: { code: 2 },
  });
  expect(BigInt(end)).toBeGreaterThanOrEqual(BigInt(start));
  expect(Math.abs(Number(BigInt(start) / 1_000_000n) - Date.now())).toBeLessThan(3_600_000);
});

test('behavior: spans are sent in batches', async () => {
  const { receiver, counts, keep } = await createRig({ batch: 10 });
  keep(25);
  await expect.poll(() => counts).toEqual({ exported: 25 });
  expect(receiver.requests).toHaveLength(3);
  keep(1);
  await expect.poll(() => counts).toEqual({ exported: 26 });
});

test('behavior: while the receiver is slow, a limited number waits', async () => {
  const { receiver, counts, keep } = await createRig({ batch: 10, waiting: 20 });
  const answers: (() => void)[] = [];
  receiver.answer = (response) => answers.push(() => response.end('{}'));
  keep(10);
  await expect.poll(() => answers).toHaveLength(1);
  keep(50);
  expect(counts).toEqual({ dropped: 30 });
  receiver.answer = {};
  answers[0]?.();
  await expect.poll(() => counts).toEqual({ exported: 30, dropped: 30 });
});

test.each([429, 502, 503, 504])('behavior: after %i the same spans are sent again', async (status) => {
  const { receiver, counts, errors, keep } = await createRig({ attempts: 10_000 });
  receiver.answer = answering(status);
  keep(2);
  await expect.poll(() => receiver.requests.length).toBeGreaterThan(1);
  receiver.answer = {};
  await expect.poll(() => counts).toEqual({ exported: 2 });
  expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
  // One report for one outage.
  expect(errors).toMatchObject([{ message: `the trace receiver answered ${status}` }]);
});

test('behavior: the receiver says when to send again', async () => {
  const { receiver, counts, keep } = await createRig({ pauseMs: 3_600_000, longestPauseMs: 3_600_000 });
  receiver.answer = (response) => {
    receiver.answer = {};
    response.writeHead(503, { 'retry-after': '0' }).end();
  };
  keep(1);
  await expect.poll(() => counts).toEqual({ exported: 1 });
});

test('behavior: a receiver that fails again is reported again', async () => {
  const { receiver, counts, errors, keep } = await createRig();
  for (const [index, status] of [400, 200, 401, 404].entries()) {
    receiver.answer = answering(status);
    keep(1);
    await expect.poll(() => receiver.requests.length).toBe(index + 1);
    await setTimeout(10);
  }
  await expect.poll(() => counts).toEqual({ exported: 1, refused: 3 });
  expect(errors.map((error) => (error as Error).message)).toEqual([
    'the trace receiver answered 400',
    'the trace receiver answered 401',
  ]);
});

test('behavior: the receiver may refuse some spans', async () => {
  const { receiver, counts, errors, keep } = await createRig();
  receiver.answer = { partialSuccess: { rejectedSpans: '2', errorMessage: 's3cret' } };
  keep(5);
  await expect.poll(() => counts).toEqual({ refused: 2, exported: 3 });
  expect(errors).toMatchObject([{ message: 'the trace receiver refused 2 of 5 spans' }]);
});

test.each(['not JSON', '', 'null', '{"partialSuccess":{"rejectedSpans":"-7"}}', '{"partialSuccess":null}'])(
  'behavior: the answer %j means success',
  async (answer) => {
    const { receiver, counts, keep } = await createRig();
    receiver.answer = (response) => response.end(answer);
    keep(1);
    await expect.poll(() => counts).toEqual({ exported: 1 });
  },
);

test('error: after several attempts the spans are given up', async () => {
  const { receiver, counts, errors, keep } = await createRig({ attempts: 3 });
  await receiver.close();
  keep(4);
  await expect.poll(() => counts).toEqual({ unsent: 4 });
  expect(errors).toMatchObject([{ code: 'UNREACHABLE' }]);
});

test('behavior: stop sends what is left', async () => {
  const { counts, exporter, keep } = await createRig({ batch: 10, delayMs: 3_600_000 });
  keep(13);
  await exporter.stop();
  expect(counts).toEqual({ exported: 13 });
  keep(1);
  expect(counts).toEqual({ exported: 13, dropped: 1 });
});

test('behavior: stop does not wait for a receiver that does not answer', async () => {
  const { receiver, counts, exporter, keep } = await createRig({ batch: 10, timeoutMs: 3_600_000, graceMs: 20 });
  receiver.answer = () => {};
  keep(15);
  await expect.poll(() => receiver.requests).toHaveLength(1);
  await exporter.stop();
  expect(counts).toEqual({ unsent: 15 });
});
