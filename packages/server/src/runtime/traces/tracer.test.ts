import { expect, test } from 'vitest';
import { ApiError } from '../../core/model/api-error.ts';
import { inSpan, type Span } from '../../core/spans/span.ts';
import { Tracer } from './tracer.ts';

const traceparent = (traceId: string, flags = '01') => `00-${traceId}-00f067aa0ba902b7-${flags}`;
const traceId = (random: string) => `4bf92f3577b34da6a3${random}`;

function createRig(sampleRatio?: number) {
  const kept: Span[] = [];
  return { kept, tracer: new Tracer({ sampleRatio, keep: (span) => kept.push(span) }) };
}

/** Names of spans with those of their parents. */
const tree = (spans: readonly Span[]) =>
  spans.map(({ name, parentId }) => [name, spans.find(({ id }) => id === parentId)?.name]);

test('default: a request without a trace begins one', () => {
  const { tracer } = createRig();
  const spans = [tracer.beginRequest([]), tracer.beginRequest(['not a traceparent'])];
  for (const span of spans) {
    expect(span).toMatchObject({ kind: 'server', parentId: undefined });
    expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/);
  }
  expect(spans[0]?.traceId).not.toBe(spans[1]?.traceId);
});

test('behavior: the trace of a caller is continued', () => {
  const id = traceId('ce929d0e0e4736');
  const span = createRig().tracer.beginRequest([traceparent(id)]);
  expect(span).toMatchObject({ traceId: id, parentId: '00f067aa0ba902b7' });
});

test('behavior: a caller that does not record its span is not recorded', () => {
  expect(createRig().tracer.beginRequest([traceparent(traceId('ce929d0e0e4736'), '00')])).toBe(undefined);
});

test.each<[ratio: number, random: string, isRecorded: boolean]>([
  [1, '00000000000000', true],
  [1, 'ffffffffffffff', true],
  [0.5, '7fff0000000000', false],
  [0.5, '80000000000000', true],
  [0.25, 'bfff0000000000', false],
  [0.25, 'c0000000000000', true],
])('args: with a ratio of %s, the trace …%s', (ratio, random, isRecorded) => {
  const { tracer } = createRig(ratio);
  const span = tracer.beginRequest([traceparent(traceId(random))]);
  expect(span !== undefined).toBe(isRecorded);
});

test('behavior: the ratio holds for requests without a trace', () => {
  const { tracer } = createRig(0.1);
  const recorded = Array.from({ length: 10_000 }, () => tracer.beginRequest([])).filter((span) => span !== undefined);
  // Ten standard deviations.
  expect(Math.abs(recorded.length - 1_000)).toBeLessThan(300);
});

test('behavior: parts belong to the span that they run in', async () => {
  const { kept, tracer } = createRig();
  const request = tracer.beginRequest([]) as Span;
  await request.run(() =>
    inSpan('prepare', () => Promise.all([inSpan('sign', async () => {}), inSpan('call', async () => {})])),
  );
  await inSpan('call', async (span) => expect(span).toBe(undefined));
  request.end();
  expect(tree(kept)).toEqual([
    ['sign', 'prepare'],
    ['call', 'prepare'],
    ['prepare', 'request'],
    ['request', undefined],
  ]);
  for (const { startMs, endMs } of kept) expect(endMs).toBeGreaterThanOrEqual(startMs);
});

test('behavior: a delivery is a trace of its own, also when a request began it', async () => {
  const { kept, tracer } = createRig();
  const request = tracer.beginRequest([]) as Span;
  await request.run(() => tracer.deliver(() => inSpan('call', async () => {})));
  expect(tree(kept)).toEqual([
    ['call', 'deliver'],
    ['deliver', undefined],
  ]);
  expect(new Set([...kept, request].map((span) => span.traceId)).size).toBe(2);
});

test('behavior: the parts of a delivery that is not recorded do not belong to the request that began it', async () => {
  const { kept, tracer } = createRig(Number.MIN_VALUE);
  const request = createRig().tracer.beginRequest([]) as Span;
  await request.run(() => tracer.deliver(() => inSpan('call', async (span) => expect(span).toBe(undefined))));
  expect(kept).toEqual([]);
});

test.each<[error: unknown, errorCode: string, isError: boolean]>([
  [new ApiError('INVALID_MNEMONIC', 'legal winner thank'), 'INVALID_MNEMONIC', false],
  [new ApiError('UNAVAILABLE'), 'UNAVAILABLE', true],
  [Object.assign(new Error('connect 10.0.0.1'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED', true],
  [Object.assign(new Error('duplicate'), { code: '23505' }), 'INTERNAL', true],
  [Object.assign(new Error('x'), { code: 'a secret' }), 'INTERNAL', true],
  ['a secret', 'INTERNAL', true],
])('error: %s leaves its code, and nothing else', async (error, errorCode, isError) => {
  const { kept, tracer } = createRig();
  const request = tracer.beginRequest([]) as Span;
  const work = request.run(() =>
    inSpan('sign', async () => {
      throw error;
    }),
  );
  await expect(work).rejects.toBe(error);
  expect(kept).toMatchObject([{ attributes: { errorCode }, isError }]);
  expect(Object.keys(kept[0]?.attributes ?? {})).toEqual(['errorCode']);
});
