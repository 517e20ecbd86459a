import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createOutboxRig, type OutboxRig } from '../../../test/outbox-rig.ts';
import { createSwapProvider } from '../../delivery/adapters/swap/swap-provider.ts';
import type { Outbox } from '../../delivery/outbox/outbox.ts';
import { maxAttempts } from '../../delivery/outbox/retry-pause.ts';
import { swapClaim } from './swap-claim.ts';

const receiver = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

function startClaiming(rig: OutboxRig, isConfigured = true): Outbox {
  const swap = isConfigured ? createSwapProvider({ providerUrl: rig.target.url }, rig.services.fetch) : undefined;
  return rig.start({ services: { ...rig.services, swap }, kinds: [swapClaim] });
}

async function leave(rig: OutboxRig, outbox: Outbox): Promise<string> {
  const idempotencyKey = randomUUID();
  const writer = await rig.database.transaction(async (sql) => {
    const writer = outbox.writer(sql, rig.organization);
    await writer.leave(swapClaim, { receiver, amount: '100' }, { idempotencyKey });
    return writer;
  });
  outbox.wake(writer);
  await outbox.idle();
  return idempotencyKey;
}

/** Tries again what is due after a pause. */
async function tryAgain(rig: OutboxRig, outbox: Outbox): Promise<void> {
  await rig.database.query((sql) => sql`update outbox set due_at = now()`);
  await outbox.poll();
  await outbox.idle();
}

const accept: OutboxRig['target']['answer'] = (response, { body }) =>
  response.end(JSON.stringify({ requestId: JSON.parse(body).requestId }));

test('default: a claim is sent once', async () => {
  await using rig = await createOutboxRig();
  rig.target.answer = accept;
  const outbox = startClaiming(rig);
  const requestId = await leave(rig, outbox);
  await tryAgain(rig, outbox);
  const body = JSON.stringify({ requestId, receiver, amount: '100' });
  expect(rig.target.received).toEqual([{ key: requestId, body }]);
  expect(await rig.rows()).toEqual([]);
});

test.each<[string, OutboxRig['target']['answer'], string]>([
  ['is busy', (response) => response.writeHead(503).end(), 'The target refused it (HTTP 503)'],
  ['accepts another claim', (response) => response.end('{"requestId":"another"}'), 'The target refused it (HTTP 200)'],
  ['answers with a page', (response) => response.end('<html>'), 'The target refused it (HTTP 200)'],
  ['hangs up', (response) => response.destroy(), 'The target could not be reached'],
  ['says too much', (response) => response.end(' '.repeat(20_000)), 'The delivery failed'],
  ['speaks no UTF-8', (response) => response.end(Buffer.of(0xff)), 'The delivery failed'],
])('behavior: a provider that %s gets the same claim again', async (_, answer, errorText) => {
  await using rig = await createOutboxRig();
  rig.target.answer = answer;
  const outbox = startClaiming(rig);
  const requestId = await leave(rig, outbox);
  expect(await rig.rows()).toMatchObject([{ state: 'waiting', errorText }]);
  rig.target.answer = accept;
  await tryAgain(rig, outbox);
  expect(rig.target.keys).toEqual([requestId, requestId]);
  expect(new Set(rig.target.received.map(({ body }) => body)).size).toBe(1);
  expect(await rig.rows()).toEqual([]);
});

test('behavior: a claim waits for a provider that the operator puts back', async () => {
  await using rig = await createOutboxRig();
  const bare = startClaiming(rig, false);
  const requestId = await leave(rig, bare);
  expect(await rig.rows()).toMatchObject([{ state: 'waiting', errorCode: 'NOT_CONFIGURED' }]);
  await bare.stop();
  rig.target.answer = accept;
  await tryAgain(rig, startClaiming(rig));
  expect(rig.target.keys).toEqual([requestId]);
});

test('error: refused for good, or too often: it cannot be sent any more', async () => {
  await using rig = await createOutboxRig();
  const outbox = startClaiming(rig);
  const erased = { state: 'failed', contents: null, sealedContents: null };
  rig.target.answer = (response) => response.writeHead(422).end();
  await leave(rig, outbox);
  expect(await rig.rows()).toMatchObject([{ ...erased, errorText: 'The target refused it (HTTP 422)' }]);
  await rig.database.query((sql) => sql`delete from outbox`);
  rig.target.answer = (response) => response.writeHead(500).end();
  await leave(rig, outbox);
  for (let attempt = 1; attempt < maxAttempts; attempt++) await tryAgain(rig, outbox);
  expect(await rig.rows()).toMatchObject([{ ...erased, errorText: 'The target refused it (HTTP 500)' }]);
  expect(rig.target.received).toHaveLength(1 + maxAttempts);
});
