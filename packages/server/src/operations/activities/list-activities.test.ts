import { afterAll, expect, test } from 'vitest';
import { addUser } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { addSubOrganization, setQuorum } from '../../../test/sub-organizations.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, submit, send, ask } = service;

// Seven activities of one organization: four that completed, one that was denied, one that waits, one with two votes.
const ada = await addSubOrganization(service, 'Ada');
const bob = await addUser(service, ada);
const eve = await addUser(service, ada);
await submit(eve, 'set_organization_feature', { name: 'FEATURE_NAME_AUTH_PROXY' });
await submit(ada, 'set_organization_feature', { name: 'FEATURE_NAME_AUTH_PROXY' });
await setQuorum(service, ada, 2, [ada, bob]);
const approved = await submit(ada, 'remove_organization_feature', { name: 'FEATURE_NAME_AUTH_PROXY' });
await send(bob, 'remove_organization_feature', approved.body);
await submit(ada, 'remove_organization_feature', { name: 'FEATURE_NAME_SMS_AUTH' });

interface Listed {
  readonly id: string;
  readonly type: string;
  readonly status: string;
}
const list = async (more: object = {}, actor: Actor = ada): Promise<Listed[]> => {
  const { json, error } = await ask(actor, 'list_activities', more);
  if (error) throw new Error(error);
  return json.activities;
};
const idsOf = (activities: readonly Listed[]) => activities.map(({ id }) => id);
const all = await list();

test('default', async () => {
  expect(all.map(({ type, status }) => [type.slice(14), status.slice(16)])).toEqual([
    ['REMOVE_ORGANIZATION_FEATURE', 'CONSENSUS_NEEDED'],
    ['REMOVE_ORGANIZATION_FEATURE', 'COMPLETED'],
    ['UPDATE_ROOT_QUORUM', 'COMPLETED'],
    ['SET_ORGANIZATION_FEATURE', 'COMPLETED'],
    ['SET_ORGANIZATION_FEATURE', 'FAILED'],
    ['CREATE_USERS_V4', 'COMPLETED'],
    ['CREATE_USERS_V4', 'COMPLETED'],
  ]);
});

test('behavior: each is what get_activity returns to this caller', async () => {
  for (const actor of [ada, bob, eve, root]) {
    const { organizationId } = ada;
    for (const activity of await list({ organizationId }, actor)) {
      const { json } = await ask(actor, 'get_activity', { organizationId, activityId: activity.id });
      expect(activity).toEqual(json.activity);
    }
  }
});

test('args: pages', async () => {
  const ids = idsOf(all);
  expect(idsOf(await list({ paginationOptions: { limit: '3' } }))).toEqual(ids.slice(0, 3));
  expect(idsOf(await list({ paginationOptions: { limit: '3', after: ids[2] } }))).toEqual(ids.slice(3, 6));
  expect(idsOf(await list({ paginationOptions: { limit: '2', before: ids[4] } }))).toEqual(ids.slice(2, 4));
});

test('args: filters', async () => {
  const status = (...names: string[]) => ({ filterByStatus: names.map((name) => `ACTIVITY_STATUS_${name}`) });
  const type = (...names: string[]) => ({ filterByType: names.map((name) => `ACTIVITY_TYPE_${name}`) });
  const ids = idsOf(all);
  expect(idsOf(await list(status('FAILED', 'CONSENSUS_NEEDED')))).toEqual([ids[0], ids[4]]);
  expect(idsOf(await list(type('CREATE_USERS_V4', 'UPDATE_ROOT_QUORUM')))).toEqual([ids[2], ids[5], ids[6]]);
  expect(idsOf(await list({ ...status('COMPLETED'), ...type('SET_ORGANIZATION_FEATURE') }))).toEqual([ids[3]]);
  expect(idsOf(await list({ ...status('COMPLETED'), paginationOptions: { limit: '2', after: ids[0] } }))).toEqual(
    ids.slice(1, 3),
  );
  expect(idsOf(await list({ ...status(), ...type() }))).toEqual(ids);
  expect(await list(type('CREATE_USERS'))).toEqual([]);
});

test('behavior: no activity of another organization', async () => {
  const [own] = await list({}, root);
  const kim = await addSubOrganization(service, 'Kim');
  expect(await list({}, kim)).toEqual([]);
  await expect(list({ paginationOptions: { after: own?.id } })).rejects.toThrow('INVALID_CURSOR');
  await expect(list({ organizationId: ada.organizationId }, kim)).rejects.toThrow('PUBLIC_KEY_NOT_FOUND');
});

test('error: cursors, limits and filters', async () => {
  await expect(list({ paginationOptions: { before: 'x' } })).rejects.toThrow('INVALID_CURSOR');
  await expect(list({ paginationOptions: { limit: '101' } })).rejects.toThrow('REQUEST_INVALID');
  await expect(list({ filterByStatus: ['DONE'] })).rejects.toThrow('REQUEST_INVALID');
});
