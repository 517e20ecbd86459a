import upsertSwapConfig from '@mintmark/schema/operations/swap/upsert-swap-config';
import { expect, test } from 'vitest';
import { letterKind } from '../../../test/letters.ts';
import { whileLocked } from '../../../test/lock-organization.ts';
import { addOrganization } from '../../../test/organizations.ts';
import { type Actor, type Service, startService } from '../../../test/service.ts';
import { implement } from '../../core/handlers/implement.ts';
import { ActivityFailure, ApiError } from '../../core/model/api-error.ts';

/** What a handler throws after it has left its entry, by its parameter. */
const errors: Readonly<Record<string, Error>> = {
  '101': new ApiError('RESOURCE_NOT_FOUND'),
  '102': new Error('a mistake of the handler'),
  '103': new ActivityFailure('NOT_CONFIGURED', 'the adapter is away'),
};
/** The parameter of an entry that makes its transaction fail at the commit, once `breakCommits` was called. */
const broken = '200';

/** A service with one operation, which leaves an entry with its parameter. */
async function startWithLetters() {
  const delivered: string[] = [];
  const letter = letterKind('', { deliver: async ({ text }) => void delivered.push(text) });
  const handler = implement(upsertSwapConfig, async ({ outbox }, { feeBps = '' }) => {
    await outbox.leave(letter, { text: feeBps });
    if (errors[feeBps]) throw errors[feeBps];
    return { feeBps };
  });
  const service = await startService({}, { handlers: { upsert_swap_config: handler }, outboxKinds: [letter] });
  return Object.assign(service, { delivered });
}

const submit = (service: Service, actor: Actor, feeBps: string) =>
  service.submit(actor, 'upsert_swap_config', { feeBps });

/** What was delivered, once nothing is left to deliver. */
async function allDelivered({ outbox, database, delivered }: Awaited<ReturnType<typeof startWithLetters>>) {
  await outbox.poll();
  await outbox.idle();
  expect(await database.query((sql) => sql`select id from outbox`)).toEqual([]);
  return delivered.toSorted();
}

const breakCommits = ({ database }: Service) =>
  database.transaction(async (sql) => {
    await sql`
      create function fail() returns trigger language plpgsql as $$ begin raise 'the commit fails'; end $$`;
    await sql`
      create constraint trigger fail after insert on outbox deferrable initially deferred for each row
      when (new.contents = '{"text":"200"}') execute function fail()`;
  });

test('default: what a handler leaves is delivered immediately after the commit', async () => {
  await using service = await startWithLetters();
  const [ada] = await addOrganization(service);
  expect((await submit(service, ada, '1')).status).toBe(200);
  // Nothing has polled since.
  await expect.poll(() => service.delivered).toEqual(['1']);
  expect(await allDelivered(service)).toEqual(['1']);
});

test('behavior: the same body again leaves nothing', async () => {
  await using service = await startWithLetters();
  const [ada, bob] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
  const { body } = await submit(service, ada, '1');
  expect((await service.send(ada, 'upsert_swap_config', body)).status).toBe(200);
  expect((await service.send(bob, 'upsert_swap_config', body)).status).toBe(200);
  expect(await allDelivered(service)).toEqual(['1']);
});

test.each([
  ['refuses', '101', 404],
  ['throws', '102', 500],
  ['fails after it began', '103', 200],
])(
  'behavior: a handler that then %s leaves nothing, and the entries of its neighbours are delivered',
  async (_, feeBps, status) => {
    await using service = await startWithLetters();
    const [ada] = await addOrganization(service);
    expect((await submit(service, ada, feeBps)).status).toBe(status);
    expect(await allDelivered(service)).toEqual([]);
    const replies = await whileLocked(service, ada, () =>
      ['1', '2', feeBps, '3'].map((parameter) => submit(service, ada, parameter)),
    );
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, status, 200]);
    expect(await allDelivered(service)).toEqual(['1', '2', '3']);
  },
);

test('behavior: an activity that waits for consensus leaves nothing until it is executed', async () => {
  await using service = await startWithLetters();
  const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
  const { json } = await submit(service, ada, '1');
  expect(json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  expect(await allDelivered(service)).toEqual([]);
  await service.submit(bob, 'approve_activity', { fingerprint: json.activity.fingerprint });
  await expect.poll(() => service.delivered).toEqual(['1']);
  expect(await allDelivered(service)).toEqual(['1']);
});

test('behavior: nothing is delivered if the transaction fails', async () => {
  await using service = await startWithLetters();
  const [ada] = await addOrganization(service);
  await breakCommits(service);
  expect((await submit(service, ada, broken)).status).toBe(500);
  expect(await allDelivered(service)).toEqual([]);
});

test('behavior: the entries of a group whose transaction fails are delivered once, after its members were committed alone', async () => {
  await using service = await startWithLetters();
  const [ada] = await addOrganization(service);
  await breakCommits(service);
  const replies = await whileLocked(service, ada, () =>
    ['1', '2', broken, '3'].map((parameter) => submit(service, ada, parameter)),
  );
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 500, 200]);
  await expect.poll(() => service.delivered.toSorted()).toEqual(['1', '2', '3']);
  expect(await allDelivered(service)).toEqual(['1', '2', '3']);
});
