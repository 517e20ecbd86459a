import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { activities, operation, votes } from '../test/documented.ts';
import { ask, post, prefer } from '../test/mock.ts';

const createUsers = operation('createUsers');

const withResult = activities.filter((each) => !votes.includes(each));

test.each(withResult.map((each) => [each.id, each] as const))('behavior: %s returns what was sent', async (_, each) => {
  const organizationId = '00000000-0000-4000-8000-000000000000';
  // White space, so that the bytes differ from the parsed value.
  const body = ` ${JSON.stringify({ ...each.request, organizationId }, null, 3)}\n`;
  const { violations, ...answer } = await post(each, { body });
  expect(violations).toEqual([]);
  expect(answer.body.activity).toMatchObject({
    organizationId,
    type: each.request['type'],
    intent: { [each.versions[0]?.intentKey ?? '']: each.request['parameters'] },
    fingerprint: `sha256:${createHash('sha256').update(body).digest('hex')}`,
  });
});

test.each(votes.map((each) => [each.id, each] as const))(
  'behavior: %s returns the activity that was voted on',
  async (_, each) => {
    const organizationId = '00000000-0000-4000-8000-000000000000';
    const parameters = { fingerprint: `sha256:${'7'.repeat(64)}` };
    const { violations, ...answer } = await post(each, { body: { ...each.request, organizationId, parameters } });
    expect(violations).toEqual([]);
    expect(answer.body.activity).toMatchObject({
      organizationId,
      ...parameters,
      type: 'ACTIVITY_TYPE_DELETE_USER_TAGS',
    });
    expect(Object.keys(answer.body.activity.intent)).toEqual(['deleteUserTagsIntent']);
  },
);

test('behavior: returns the parameters of the caller, not of the example', async () => {
  const parameters = { userTagIds: ['11111111-1111-4111-8111-111111111111'] };
  const deleteUserTags = operation('deleteUserTags');
  const { body } = await post(deleteUserTags, { body: { ...deleteUserTags.request, parameters } });
  expect(body.activity.intent).toEqual({ deleteUserTagsIntent: parameters });
});

test.each(activities.map((each) => [each.id, each] as const))(
  'behavior: %s is recognised by get_activity',
  async (_, each) => {
    const ids = new Set();
    for (const example of each.examples.get(200) ?? []) {
      const { activity } = (await post(each, prefer(`example=${example}`))).body;
      const asked = (await ask(activity.id)).body.activity;
      expect(asked).toMatchObject({ id: activity.id, type: activity.type, status: activity.status });
      for (const vote of [...activity.votes, ...asked.votes]) expect(vote.activityId).toBe(activity.id);
      expect(activity.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      ids.add(activity.id);
    }
    expect(ids.size).toBe(each.examples.get(200)?.length);
  },
);

test('behavior: ids are the same in every process and unique to each activity', async () => {
  const ids = await Promise.all(activities.map(async (each) => (await post(each)).body.activity.id));
  expect(new Set(ids).size).toBe(activities.length);
  expect(ids[activities.indexOf(createUsers)]).toBe('79626f07-d9ed-8a02-92aa-33d6df693b08');
});

test('behavior: an id in capitals, and an unknown id', async () => {
  const { activity } = (await post(createUsers)).body;
  const capitals = activity.id.toUpperCase();
  expect((await ask(capitals)).body.activity).toMatchObject({ id: capitals, type: activity.type });
  const unknown = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
  const organizationId = '00000000-0000-4000-8000-000000000000';
  const { body } = await post(operation('getActivity'), { body: { organizationId, activityId: unknown } });
  expect(body.activity).toMatchObject({ id: unknown, organizationId, status: 'ACTIVITY_STATUS_COMPLETED' });
});

const older = activities.flatMap((each) =>
  each.versions.slice(1).map((version) => [version.type, each, version] as const),
);
test('behavior: there are older types', () => {
  expect(older.length).toBeGreaterThan(0);
});

test.each(older)('behavior: the older type %s', async (type, each, version) => {
  const body = { ...each.request, type, parameters: version.example };
  for (const example of each.examples.get(200) ?? []) {
    const { status, violations, ...answer } = await post(each, { body, ...prefer(`example=${example}`) });
    expect([status, violations]).toEqual([200, []]);
    const { activity } = answer.body;
    expect(activity).toMatchObject({ type, intent: { [version.intentKey]: version.example } });
    expect(Object.keys(activity.intent)).toEqual([version.intentKey]);
    expect(Object.keys(activity.result)).toEqual(example === 'completed' ? [version.resultKey] : []);
    expect((await ask(activity.id)).body.activity).toMatchObject({ type, status: activity.status });
  }
  expect((await post(each, { body: { ...body, parameters: {} } })).status).toBe(400);
});

test('error: a type of another path', async () => {
  const { status, body } = await post(createUsers, {
    body: { ...createUsers.request, type: 'ACTIVITY_TYPE_DELETE_USER_TAGS' },
  });
  expect(status).toBe(400);
  expect(body.details[1].fieldViolations[0].field).toBe('type');
});

test.each([
  ['listActivities', 'activities'],
  ['listSuborgs', 'organizationIds'],
  ['listVerifiedSuborgs', 'organizationIds'],
])('behavior: %s has one page, and nothing before or after it', async (id, items) => {
  const list = operation(id);
  const page = async (paginationOptions: object, more = {}) => {
    const { violations, body } = await post(list, { body: { ...list.request, paginationOptions }, ...more });
    expect(violations).toEqual([]);
    return body[items];
  };
  expect(await page({ limit: '5', after: '' })).toHaveLength(1);
  expect(await page({ after: '57edc686-4d75-44c8-9591-a0fd76b2c95d' })).toEqual([]);
  expect(await page({ before: '57edc686-4d75-44c8-9591-a0fd76b2c95d' })).toEqual([]);
  expect(await page({ after: 'x' }, prefer('dynamic=true'))).toEqual([]);
});
