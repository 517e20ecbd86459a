import { setTimeout as pause } from 'node:timers/promises';
import { registry } from '@mintmark/schema';
import { afterAll, expect, test } from 'vitest';
import { bodyOf, send, stamped } from '../story/raw-request.ts';
import { setStage } from '../story/stage.ts';
import { startPairOnCitus } from '../targets/citus.ts';

const { citus, pair } = await startPairOnCitus();
afterAll(() => pair[Symbol.asyncDispose]());

/** Nothing answers there, so each attempt to deliver an event fails. */
const deafEndpoint = { url: 'https://deaf.invalid/', name: 'Deaf' };

test('default: the planner of every machine is told to use indexes', async () => {
  for (const machine of [citus.coordinator, ...citus.workers])
    expect(await citus.ask(machine, 'show enable_seqscan')).toEqual(['off']);
});

test('behavior: a process starts while a worker is away, answers, and delivers what others have left', async () => {
  const { coordinator, workers } = citus;
  const [kept, lost] = workers;
  const stage = await setStage({ ...pair, baseUrl: pair.urls[0] ?? '', passkeys: [] });
  let actor = stage.root;
  while ((await citus.workerOf(actor.organizationId)) !== kept) actor = await stage.newOrganization();
  const { organizationId, stamper } = actor;
  await actor.call('createWebhookEndpointOrThrow', deafEndpoint);
  await actor.call('createUserTagOrThrow', { userTagName: 'Tag', userIds: [] });
  const here = `where organization_id = '${organizationId}'`;
  const numberOf = async (text: string) => Number((await citus.ask(coordinator, text))[0]);
  const attempts = () => numberOf(`select coalesce(sum(attempts), 0) from outbox ${here}`);
  const bootProofs = () => numberOf('select count(*) from boot_proofs');
  const setDue = (time: string) =>
    citus.ask(coordinator, `update outbox set lease_id = null, due_at = ${time} ${here}`);
  while ((await attempts()) === 0) await pause(100);
  // The process that left them tries again after its pause, finds that they are not due, and forgets them.
  await setDue("now() + interval '1 hour'");
  await pause(30_000);
  const before = { attempts: await attempts(), bootProofs: await bootProofs() };

  await lost?.kill();
  await setDue('now()');
  await using started = await pair.start(coordinator.url);
  const request = await stamped(stamper, bodyOf(registry.whoami, organizationId, {}));
  expect((await send(started.url, registry.whoami, request)).status).toBe(200);
  while ((await attempts()) === before.attempts) await pause(100);
  expect(started.log().join('\n')).toContain('is stored when all machines of the database respond');
  expect(await bootProofs()).toBe(before.bootProofs);
  await lost?.start();
  while ((await bootProofs()) === before.bootProofs) await pause(100);
});
