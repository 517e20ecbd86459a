import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, resultOf } from '../../../test/organizations.ts';
import { keepRow, replay, type StampedVote } from '../../../test/put-back.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { setQuorum } from '../../../test/sub-organizations.ts';
import { verifyAudit } from './verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { database, submit } = service;

const problemsOf = async ({ organizationId }: Actor) =>
  (await verifyAudit(service)).problems
    .filter((problem) => problem.organizationId === organizationId)
    .map(({ subject, problem }) => `${subject} ${problem}`);
const approve = (actor: Actor, fingerprint: string) => submit(actor, 'approve_activity', { fingerprint });
const voteOf = async (activityId: string, { userId }: Actor) => {
  const [vote] = await database.query(
    (sql) => sql<[StampedVote]>`select * from votes where activity_id = ${activityId} and user_id = ${userId}`,
  );
  return vote;
};

describe('error: an older row was in place while an activity was decided', () => {
  test('a deleted key, used and deleted again', async () => {
    const [ada] = await addOrganization(service);
    const key = newKey();
    const keys = { userId: ada.userId, apiKeys: [key.apiKey] };
    const { apiKeyIds } = resultOf(await submit(ada, 'create_api_keys', keys));
    const putBack = await keepRow(database, 'api_keys', apiKeyIds[0]);
    resultOf(await submit(ada, 'delete_api_keys', { userId: ada.userId, apiKeyIds }));
    const putForth = await keepRow(database, 'api_keys', apiKeyIds[0]);
    await putBack();
    const { json } = await submit({ ...ada, ...key }, 'create_user_tag', { userTagName: 'Tag', userIds: [] });
    expect(json.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    await putForth();
    expect(await problemsOf(ada)).toEqual([
      `activity ${json.activity.id} was decided with another version of api_keys/${apiKeyIds[0]}`,
    ]);
  });

  test('a former root user, who then changed their own row', async () => {
    const [ada] = await addOrganization(service);
    const eve = await addUser(service, ada);
    resultOf(await setQuorum(service, ada, 1, [ada, eve]));
    const putBack = await keepRow(database, 'users', eve.userId);
    resultOf(await setQuorum(service, ada, 1, [ada]));
    await putBack();
    const { json } = await submit(eve, 'update_user', { userId: eve.userId, userName: 'Eve' });
    expect(await problemsOf(ada)).toEqual([
      `activity ${json.activity.id} was decided with another version of users/${eve.userId}`,
    ]);
  });

  test('the row of another user, which was changed', async () => {
    const [ada] = await addOrganization(service);
    const eve = await addUser(service, ada);
    resultOf(await setQuorum(service, ada, 1, [ada, eve]));
    const putBack = await keepRow(database, 'users', eve.userId);
    resultOf(await setQuorum(service, ada, 1, [ada]));
    await putBack();
    const { json } = await submit(ada, 'update_user', { userId: eve.userId, userName: 'Eve' });
    expect(await problemsOf(ada)).toEqual([
      `activity ${json.activity.id} was decided with another version of users/${eve.userId}`,
    ]);
  });

  test('a lower threshold', async () => {
    const [ada, bob] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
    const putBack = await keepRow(database, 'organizations', ada.organizationId);
    resultOf(await setQuorum(service, ada, 2, [ada, bob]));
    const putForth = await keepRow(database, 'organizations', ada.organizationId);
    await putBack();
    const { json } = await submit(ada, 'create_user_tag', { userTagName: 'Tag', userIds: [] });
    expect(json.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    await putForth();
    expect(await problemsOf(ada)).toEqual([
      `activity ${json.activity.id} was decided with another version of organizations/${ada.organizationId}`,
    ]);
  });

  test('a key that approved', async () => {
    const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
    const key = newKey();
    const { apiKeyIds } = resultOf(await submit(bob, 'create_api_keys', { userId: bob.userId, apiKeys: [key.apiKey] }));
    const { json } = await submit({ ...bob, ...key }, 'create_user_tag', { userTagName: 'Tag', userIds: [] });
    const putBack = await keepRow(database, 'api_keys', apiKeyIds[0]);
    resultOf(await submit(bob, 'delete_api_keys', { userId: bob.userId, apiKeyIds }));
    const putForth = await keepRow(database, 'api_keys', apiKeyIds[0]);
    await putBack();
    resultOf(await approve(ada, json.activity.fingerprint));
    await putForth();
    expect(await problemsOf(ada)).toEqual([
      `activity ${json.activity.id} was decided with another version of api_keys/${apiKeyIds[0]}`,
    ]);
  });
});

describe('error: an activity was carried out twice', () => {
  const feature = { name: 'FEATURE_NAME_SMS_AUTH' };

  test('by the older row of an activity, and a ballot from the table of votes', async () => {
    const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
    const { id, fingerprint } = (await submit(ada, 'set_organization_feature', feature)).json.activity;
    const putBack = await keepRow(database, 'activities', id);
    resultOf(await approve(bob, fingerprint));
    const vote = await voteOf(id, bob);
    expect(await problemsOf(ada)).toEqual([]);
    await putBack();
    await database.transaction((sql) => sql`delete from votes where id = ${vote.id}`);
    const { activity } = await replay(service, 'approve_activity', vote);
    expect([activity.id, activity.status]).toEqual([id, 'ACTIVITY_STATUS_COMPLETED']);
    expect(await problemsOf(ada)).toEqual([`activity ${id} changed after it was closed`]);
  });

  test('by an activity that was removed for a while, and its body from the table of votes', async () => {
    await using other = await startService();
    const { json } = await other.submit(other.root, 'set_organization_feature', feature);
    const { id } = json.activity;
    const [vote] = await other.database.query(
      (sql) =>
        sql<
          [StampedVote]
        >`select votes.*, body as message from votes join activities on activities.id = activity_id where activity_id = ${id}`,
    );
    await other.database.transaction(async (sql) => {
      await sql`alter table activities drop constraint activities_organization_id_fingerprint_key`;
      for (const table of ['activities', 'votes'])
        await sql`create table ${sql(`kept_${table}`)} as table ${sql(table)}`;
      await sql`delete from votes`;
      await sql`delete from activities`;
    });
    const { activity } = await replay(other, 'set_organization_feature', vote);
    expect(activity.id).not.toBe(id);
    await other.database.transaction(async (sql) => {
      for (const table of ['activities', 'votes']) await sql`insert into ${sql(table)} table ${sql(`kept_${table}`)}`;
    });
    expect((await verifyAudit(other)).problems).toEqual([
      {
        organizationId: other.root.organizationId,
        subject: `activity ${activity.id}`,
        problem: `has the same body as activity ${id}`,
      },
    ]);
  });
});
