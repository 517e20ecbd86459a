import { createClient } from '@mintmark/client';
import { createP256Stamper } from '@mintmark/stamper';
import { type JsonAnswer, startJsonServer } from '@mintmark/testing/json-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestStore } from '../../test/test-store.ts';
import { startTraceReceiver } from '../../test/trace-receiver.ts';
import { createServerOn, type ServerOptions } from './create-server.ts';
import type { SpanOutcome } from './traces/span-exporter.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

interface TracedOptions extends Pick<ServerOptions, 'onDelivery'> {
  readonly sampleRatio?: number;
}

/** A server that sends its traces to a receiver, and a client of its root user. */
async function startTraced(answer: JsonAnswer = {}, { sampleRatio, ...options }: TracedOptions = {}) {
  const receiver = await startTraceReceiver();
  receiver.answer = answer;
  const counts: Partial<Record<SpanOutcome, number>> = {};
  const errors: unknown[] = [];
  const server = await createServerOn(await openTestStore(), {
    database: 'ephemeral',
    configuration: { traces: { otlpUrl: receiver.url, sampleRatio }, webhooks: { allowPrivate: true } },
    onSpans(outcome, count) {
      counts[outcome] = (counts[outcome] ?? 0) + count;
    },
    onTraceError: (error) => errors.push(error),
    ...options,
  });
  onTestFinished(async () => {
    await receiver.close();
    await server.close();
  });
  const { organizationId, apiPublicKey: publicKey, apiPrivateKey: privateKey = '' } = server.root ?? expect.fail();
  const client = createClient({
    baseUrl: 'http://local',
    organizationId,
    stamper: createP256Stamper({ publicKey, privateKey }),
    fetch: server.fetch,
    hooks: {
      onRequest({ headers }) {
        headers['traceparent'] = `00-${traceId}-${spanId}-01`;
      },
    },
  });
  return { receiver, counts, errors, server, client, organizationId };
}

describe('a server with traces', () => {
  test('default: continues the trace of a client, and delivers in a trace of its own', async () => {
    const reports: string[] = [];
    const { receiver, counts, errors, server, client, organizationId } = await startTraced(
      {},
      { onDelivery: ({ outcome }) => reports.push(outcome) },
    );
    await using target = await startJsonServer();
    target.answers['/hook'] = {};
    const url = `${target.origin}/hook`;
    await client.createWebhookEndpointOrThrow({ url, name: 'Endpoint' });
    await client.createUserTagOrThrow({ userTagName: 'Tag', userIds: [] });
    await expect.poll(() => reports).toContain('delivered');
    await server.close();

    const spans = receiver.spans();
    expect(counts).toEqual({ exported: spans.length });
    expect(errors).toEqual([]);
    const [request = expect.fail()] = spans.filter(({ name }) => name === 'create_user_tag');
    expect(request).toMatchObject({
      ...{ traceId, parentSpanId: spanId, kind: 2, status: {} },
      attributes: { 'mintmark.organization.id': organizationId, 'http.response.status_code': '200' },
    });
    const [delivery = expect.fail()] = spans.filter(({ name }) => name === 'deliver');
    expect(delivery).toMatchObject({
      kind: 5,
      attributes: {
        'mintmark.organization.id': organizationId,
        'mintmark.outbox.kind': 'webhook',
        'mintmark.outbox.outcome': 'delivered',
        'mintmark.outbox.attempt': '1',
      },
    });
    expect(delivery).not.toHaveProperty('parentSpanId');
    expect(delivery.traceId).not.toBe(traceId);
    const [call = expect.fail()] = spans.filter(({ name }) => name === 'call');
    expect(call).toMatchObject({
      ...{ traceId: delivery.traceId, parentSpanId: delivery.spanId, kind: 3 },
      attributes: { 'mintmark.adapter': 'webhook', 'http.response.status_code': '200' },
    });
    // The receiver of a webhook does not learn the trace.
    for (const { headers } of target.requests) expect(Object.keys(headers)).not.toContain('traceparent');
  });

  test.each<[sampleRatio: number, spans: number]>([
    [0.2, 2],
    [0.1, 0],
  ])('args: with a ratio of %s, the trace of the client has %i spans', async (sampleRatio, count) => {
    const { receiver, server, client } = await startTraced({}, { sampleRatio });
    await client.whoami();
    await server.close();
    expect(receiver.spans()).toHaveLength(count);
  });

  test.each<[what: string, answer: JsonAnswer]>([
    ['never answers', () => {}],
    ['refuses', (response) => void response.writeHead(401).end('{}')],
  ])('behavior: requests do not notice a receiver that %s', async (_, answer) => {
    const { receiver, counts, server, client } = await startTraced(answer);
    // More than one batch, so that the receiver is called while requests run.
    while (receiver.requests.length === 0) expect((await client.whoami()).username).toBe('Root');
    await client.createUserTagOrThrow({ userTagName: 'Tag', userIds: [] });
    await server.close();
    expect(counts.exported).toBe(undefined);
    expect((counts.refused ?? 0) + (counts.unsent ?? 0)).toBeGreaterThan(0);
  });

  test('behavior: requests do not notice that there is no receiver', async () => {
    const { receiver, counts, errors, server, client } = await startTraced();
    await receiver.close();
    expect((await client.whoami()).username).toBe('Root');
    await server.close();
    expect(counts).toEqual({ unsent: 2 });
    expect(errors).toMatchObject([{ code: 'UNREACHABLE' }]);
  });
});
