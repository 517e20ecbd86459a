import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.now();
let time = start;
/** How much time passes between two reads of the clock. */
let pace = 0;
const service = await startService({
  clock() {
    const now = new Date(time);
    time += pace;
    return now;
  },
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  time = start;
  pace = 0;
});

const newTag = { userTagName: 'Tag', userIds: [] };
/** Submits a body with this timestamp. */
const submitAt = (actor: Actor, timestampMs: unknown) =>
  service.submit(actor, 'create_user_tag', newTag, { timestampMs });
const now = () => ({ timestampMs: String(time) });
const tagsOf = async (actor: Actor) => (await service.ask(actor, 'list_user_tags')).json.userTags.length;

describe('the time of a request', () => {
  test.for([
    ['an hour ago', -60 * minute],
    ['in five minutes', 5 * minute],
  ] as const)('args: %s', async ([, offset]) => {
    const [ada] = await addOrganization(service);
    resultOf(await submitAt(ada, String(time + offset)));
  });

  test.for([
    ['more than an hour ago', -60 * minute - 1],
    ['in more than five minutes', 5 * minute + 1],
    ['at the beginning of time', -start],
  ] as const)('error: %s', async ([, offset]) => {
    const [ada] = await addOrganization(service);
    expect(refusalOf(await submitAt(ada, String(time + offset)))).toEqual([400, 'INVALID_TIME']);
    expect(await tagsOf(ada)).toBe(0);
  });

  test.for([`${start}.0`, `0${start}`, `-${start}`, ` ${start}`, `+${start}`, '1e13', '', start, -1])(
    'error: %s is not a valid time',
    async (timestampMs) => {
      const [ada] = await addOrganization(service);
      expect(refusalOf(await submitAt(ada, timestampMs))).toEqual([400, 'REQUEST_INVALID']);
    },
  );

  test('behavior: an old body of an existing activity is answered, an old vote is refused', async () => {
    const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
    const first = await submitAt(ada, String(time));
    const { id, fingerprint } = first.json.activity;
    const made = now();
    time += 2 * 60 * minute;
    expect((await service.send(ada, 'create_user_tag', first.body)).json.activity).toMatchObject({ id });
    const late = await service.submit(bob, 'approve_activity', { fingerprint }, made);
    expect(refusalOf(late)).toEqual([400, 'INVALID_TIME']);
  });
});

describe('approvals', () => {
  test.for([
    ['a day', day, 'ACTIVITY_STATUS_COMPLETED'],
    ['more than a day', day + 1, 'ACTIVITY_STATUS_CONSENSUS_NEEDED'],
  ] as const)('behavior: after %s', async ([, passed, status]) => {
    const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
    const { fingerprint } = (await submitAt(ada, String(time))).json.activity;
    time += passed;
    const approved = await service.submit(bob, 'approve_activity', { fingerprint }, now());
    expect(approved.json.activity.status).toBe(status);
    const again = await service.submit(ada, 'approve_activity', { fingerprint }, now());
    expect(again.json.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await tagsOf(ada)).toBe(1);
  });
});

describe('a body as an approval', () => {
  const open = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';

  test.for([
    ['counts for a day', day, 'ACTIVITY_STATUS_COMPLETED'],
    ['does not count after that', day + 1, open],
  ] as const)('behavior: it %s', async ([, passed, status]) => {
    const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
    const { body } = await submitAt(ada, String(time));
    time += passed;
    expect((await service.send(bob, 'create_user_tag', body)).json.activity).toMatchObject({ status });
    expect(await tagsOf(ada)).toBe(status === open ? 0 : 1);
  });

  test('behavior: it does not renew an approval that its user has since given again', async () => {
    const [ada, bob, eve] = (await addOrganization(service, { roots: 3, threshold: 3 })) as [Actor, Actor, Actor];
    const { body, json } = await submitAt(ada, String(time));
    const { fingerprint } = json.activity;
    await service.send(bob, 'create_user_tag', body);
    await service.submit(bob, 'approve_activity', { fingerprint }, now());
    time += 25 * 60 * minute;
    await service.submit(ada, 'approve_activity', { fingerprint }, now());
    await service.send(bob, 'create_user_tag', body);
    const last = await service.submit(eve, 'approve_activity', { fingerprint }, now());
    expect(last.json.activity.status).toBe(open);
  });
});

test('error: RATE_LIMIT_EXCEEDED for a user who is denied repeatedly, and only for that user', async () => {
  // Shares only grow with this clock, which stands still from the start of the service.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  await using own = await startService();
  const bob = await addUser(own, own.root);
  const denied = async (times: number) => {
    const replies = Array.from({ length: times }, () => own.submit(bob, 'create_user_tag', newTag));
    return new Set((await Promise.all(replies)).map(({ status }) => status));
  };
  expect(await denied(200)).toEqual(new Set([403]));
  expect(await denied(5)).toEqual(new Set([429]));
  resultOf(await own.submit(own.root, 'create_user_tag', newTag));
});

describe('a key that expires', () => {
  /** A root user with a key that lives for a quarter of an hour. */
  async function withSession(threshold: number): Promise<[Actor, Actor]> {
    const [ada, bob] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
    const { apiKey, ...key } = newKey();
    const apiKeys = [{ ...apiKey, expirationSeconds: '900' }];
    resultOf(await service.submit(ada, 'create_api_keys', { userId: ada.userId, apiKeys }));
    const quorum = { threshold, userIds: [ada.userId, bob.userId] };
    resultOf(await service.submit(ada, 'update_root_quorum', quorum));
    return [{ ...ada, ...key }, bob];
  }

  test.for([
    ['counts until it expires', 15 * minute - 1, 'ACTIVITY_STATUS_COMPLETED'],
    ['no longer counts', 15 * minute, 'ACTIVITY_STATUS_CONSENSUS_NEEDED'],
  ] as const)('behavior: what it approved %s', async ([, passed, status]) => {
    const [ada, bob] = await withSession(2);
    const { fingerprint } = (await submitAt(ada, String(time))).json.activity;
    time += passed;
    const approved = await service.submit(bob, 'approve_activity', { fingerprint }, now());
    expect(approved.json.activity.status).toBe(status);
  });

  test('error: it is expired', async () => {
    const [ada] = await withSession(1);
    time += 15 * minute;
    expect(refusalOf(await submitAt(ada, String(time)))).toEqual([401, 'API_KEY_EXPIRED']);
  });

  test('error: it expires between the check of its stamp and the execution', async () => {
    const [ada, bob] = await withSession(1);
    time += 10 * minute;
    pace = 10 * minute;
    expect((await submitAt(ada, String(time))).status).toBe(401);
    pace = 0;
    expect(await tagsOf(bob)).toBe(0);
  });
});
