import { createHash, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { activitiesTable } from '../../core/audit/activities-table.ts';
import { RowWriter } from '../../core/authority/row-writer.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import type { ActivityRow } from '../record/activity-row.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask, database } = service;

type Tamper = (sql: TransactionSql, waiting: Waiting) => PromiseLike<unknown>;
type Waiting = Awaited<ReturnType<typeof waiting>>;

/** An activity that has one of three approvals. */
async function waiting() {
  const [ada, bob, eve] = (await addOrganization(service, { roots: 3, threshold: 3 })) as [Actor, Actor, Actor];
  const { json, body } = await submit(ada, 'create_user_tag', { userTagName: 'Harmless', userIds: [] });
  const { id: activityId, fingerprint } = json.activity;
  const approve = (actor: Actor) => submit(actor, 'approve_activity', { fingerprint });
  const tags = async () => (await ask(ada, 'list_user_tags')).json.userTags.map(({ tagName }: never) => tagName);
  return { ada, bob, eve, activityId, body, approve, tags };
}

/** Changes an activity and its MAC, as an attacker with the key could. */
const reseal = async (sql: TransactionSql, id: string, changes: Partial<ActivityRow>) => {
  const rows = await sql<ActivityRow[]>`select * from activities where id = ${id}`;
  await new RowWriter(sql, service.macs, { id, parentId: null }).change(activitiesTable, rows, changes);
};

const sendTampered = async (tamper: Tamper) => {
  const activity = await waiting();
  await database.transaction(async (sql) => tamper(sql, activity));
  const replies = [await activity.approve(activity.bob), await activity.approve(activity.eve)];
  return { ...activity, replies };
};

const other = ({ body }: Waiting) => Buffer.from(body.replace('Harmless', 'Harmful!'));

test('default: three approvals execute it', async () => {
  const { replies, tags } = await sendTampered(async () => {});
  expect(replies.map(({ json }) => json.activity.status.slice(16))).toEqual(['CONSENSUS_NEEDED', 'COMPLETED']);
  expect(await tags()).toEqual(['Harmless']);
});

describe('error: nothing is executed after a change to', () => {
  const tamperings: Record<string, [tamper: Tamper, outcome: string]> = {
    'another body': [
      (sql, activity) => sql`update activities set body = ${other(activity)} where id = ${activity.activityId}`,
      'INTERNAL',
    ],
    'another body, with its fingerprint': [
      (sql, activity) => sql`
        update activities set body = ${other(activity)}, fingerprint = sha256(${other(activity)})
        where id = ${activity.activityId}`,
      'ACTIVITY_NOT_FOUND',
    ],
    'another type': [
      (sql, { activityId }) => sql`
        update activities set type = 'ACTIVITY_TYPE_DELETE_USER_TAGS' where id = ${activityId}`,
      'INTERNAL',
    ],
    'another type, with its MAC': [
      (sql, { activityId }) => reseal(sql, activityId, { type: 'ACTIVITY_TYPE_DELETE_USER_TAGS' }),
      'INTERNAL',
    ],
    'another body and its fingerprint, with their MAC and the old vote': [
      async (sql, activity) => {
        const body = other(activity);
        await reseal(sql, activity.activityId, { body, fingerprint: createHash('sha256').update(body).digest() });
      },
      'ACTIVITY_NOT_FOUND',
    ],
  };
  test.for(Object.entries(tamperings))('%s', async ([, [tamper, outcome]]) => {
    const { replies, tags } = await sendTampered(tamper);
    expect(replies.map(({ error }) => error)).toEqual([outcome, outcome]);
    expect(await tags()).toEqual([]);
  });
});

describe('error: these do not count', () => {
  /** Each leaves the activity with one valid and one invalid vote, or with one invalid vote. */
  const tamperings: Record<string, Tamper> = {
    'a vote inserted for a user who did not vote': (sql, { activityId, eve, bob }) => sql`
      insert into votes
      select votes.organization_id, activity_id, ${randomUUID()}, ${eve.userId}, api_keys.id,
        selection, message, votes.public_key, signature, scheme, voter, votes.created_at
      from votes join api_keys on api_keys.user_id = ${eve.userId}
      where activity_id = ${activityId} and votes.user_id <> ${bob.userId}`,
    'a vote with another message': (sql, { activityId }) => sql`
      update votes set message = (select body from activities where id = ${activityId}) || '\\x20'
      where activity_id = ${activityId}`,
    'a vote with another signature': (sql, { activityId }) => sql`
      update votes set signature = left(signature, -1) || case right(signature, 1) when '0' then '1' else '0' end
      where activity_id = ${activityId}`,
    'a vote by another credential': (sql, { activityId, eve }) => sql`
      update votes set credential_id = (select id from api_keys where user_id = ${eve.userId})
      where activity_id = ${activityId}`,
    'a vote of another user': (sql, { activityId, eve }) => sql`
      update votes set user_id = ${eve.userId} where activity_id = ${activityId}`,
  };
  test.for(Object.entries(tamperings))('%s', async ([name, tamper]) => {
    const activity = await waiting();
    await database.transaction(async (sql) => tamper(sql, activity));
    const { approve, bob, eve, tags } = activity;
    const replies = name.startsWith('a vote inserted')
      ? [await approve(bob)]
      : [await approve(bob), await approve(eve)];
    for (const { json } of replies) expect(json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(await tags()).toEqual([]);
  });

  test('an approval of something else, moved to this activity', async () => {
    const activity = await waiting();
    const { ada, bob, eve, activityId } = activity;
    const { json } = await submit(ada, 'create_user_tag', { userTagName: 'Another', userIds: [] });
    await submit(eve, 'approve_activity', { fingerprint: json.activity.fingerprint });
    await database.transaction(
      (sql) => sql`update votes set activity_id = ${activityId} where user_id = ${eve.userId}`,
    );
    expect((await activity.approve(bob)).json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(await activity.tags()).toEqual([]);
  });
});

test('error: bytes that were stamped days ago approve nothing, whatever time the row of the vote has', async () => {
  let now = Date.now();
  await using later = await startService({ clock: () => new Date(now) });
  const [ada, bob] = (await addOrganization(later, { roots: 2, threshold: 2 })) as [Actor, Actor];
  const parameters = { userTagName: 'Old', userIds: [] };
  const { json } = await later.submit(ada, 'create_user_tag', parameters);
  const { id, fingerprint } = json.activity;
  now += 3 * 24 * 60 * 60 * 1000;
  const approvalsSince = new Date(now);
  await later.database.transaction(async (sql) => {
    const rows = await sql<ActivityRow[]>`select * from activities where id = ${id}`;
    await new RowWriter(sql, later.macs, { id, parentId: null }).change(activitiesTable, rows, { approvalsSince });
    await sql`update votes set created_at = ${approvalsSince} where activity_id = ${id}`;
  });
  const approval = await later.submit(bob, 'approve_activity', { fingerprint }, { timestampMs: String(now) });
  expect(approval.json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
});

test('error: lapsed approvals no longer count, whatever times the rows of the votes have', async () => {
  let now = Date.now();
  await using later = await startService({ clock: () => new Date(now) });
  const roots = (await addOrganization(later, { roots: 3, threshold: 3 })) as [Actor, Actor, Actor];
  const [ada, bob, eve] = roots;
  const { json } = await later.submit(ada, 'create_user_tag', { userTagName: 'Old', userIds: [] });
  const { id, fingerprint } = json.activity;
  const approve = (actor: Actor) =>
    later.submit(actor, 'approve_activity', { fingerprint }, { timestampMs: String(now) });
  // One approval is the body, the other a later ballot.
  now += 20 * 60 * 60 * 1000;
  await approve(bob);
  now += 5 * 60 * 60 * 1000;
  await later.database.transaction(
    (sql) => sql`update votes set created_at = ${new Date(now + 1000)} where activity_id = ${id}`,
  );
  expect((await approve(eve)).json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  now += 1000;
  expect((await approve(ada)).json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  expect((await approve(bob)).json.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
});
