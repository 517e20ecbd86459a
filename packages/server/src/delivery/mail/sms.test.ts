import { expect, test } from 'vitest';
import { createOutboxRig, type OutboxRig } from '../../../test/outbox-rig.ts';
import { createSmsGateway } from '../adapters/sms/sms-gateway.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { sms } from './sms.ts';

function startTexting(rig: OutboxRig, isConfigured = true): Outbox {
  const gateway = createSmsGateway({ gatewayUrl: rig.target.url }, rig.services.fetch);
  const services = { ...rig.services, sms: isConfigured ? gateway : undefined };
  return rig.start({ services, kinds: [sms] });
}

async function leave(rig: OutboxRig, outbox: Outbox, lifeMs = 60_000): Promise<void> {
  const contents = { to: '+15555550100', text: '123456', expiresAt: new Date(Date.now() + lifeMs).toISOString() };
  const writer = await rig.database.transaction(async (sql) => {
    const writer = outbox.writer(sql, rig.organization);
    await writer.leave(sms, contents, { idempotencyKey: 'otp-1' });
    return writer;
  });
  outbox.wake(writer);
  await outbox.idle();
}

const erased = { state: 'failed', contents: null, sealedContents: null };

test('default: a text message is sent once, with a key that is unique among organizations', async () => {
  await using rig = await createOutboxRig();
  await leave(rig, startTexting(rig));
  const idempotencyKey = `${rig.organization.id}/otp-1`;
  const body = JSON.stringify({ to: '+15555550100', text: '123456', idempotencyKey });
  expect(rig.target.received).toEqual([{ key: idempotencyKey, body }]);
  expect(await rig.rows()).toEqual([]);
});

test('behavior: a gateway that is busy is tried again', async () => {
  await using rig = await createOutboxRig();
  rig.target.answer = (response) => response.writeHead(503).end();
  await leave(rig, startTexting(rig));
  expect(await rig.rows()).toMatchObject([{ state: 'waiting', errorText: 'The target refused it (HTTP 503)' }]);
});

test('error: refused for good, expired, or no gateway: the contents are erased', async () => {
  await using rig = await createOutboxRig();
  rig.target.answer = (response) => response.writeHead(422).end();
  await leave(rig, startTexting(rig));
  expect(await rig.rows()).toMatchObject([{ ...erased, errorText: 'The target refused it (HTTP 422)' }]);
  await rig.database.query((sql) => sql`delete from outbox`);
  await leave(rig, startTexting(rig), -1);
  expect(await rig.rows()).toMatchObject([{ ...erased, errorText: 'It is too old to be delivered' }]);
  await rig.database.query((sql) => sql`delete from outbox`);
  await leave(rig, startTexting(rig, false));
  expect(await rig.rows()).toMatchObject([{ ...erased, errorCode: 'NOT_CONFIGURED' }]);
  expect(rig.target.received).toHaveLength(1);
});
