import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

test('default', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const userIds = [user.userId, root.userId];
  const reply = await service.submit(root, 'create_user_tag', { userTagName: 'Treasurers', userIds });
  const { userTagId } = resultOf(reply);
  expect(resultOf(reply)).toEqual({ userTagId, userIds });
  const { users } = (await service.ask(root, 'list_users')).json;
  expect(users.map(({ userTags }: { userTags: string[] }) => userTags)).toEqual([[userTagId], [userTagId]]);
  const { userTags } = (await service.ask(root, 'list_user_tags')).json;
  expect(userTags).toMatchObject([{ tagId: userTagId, tagName: 'Treasurers', tagType: 'TAG_TYPE_USER' }]);
});

test('args: the same user twice, in either case', async () => {
  const [root] = await addOrganization(service);
  const userIds = [root.userId, root.userId.toUpperCase()];
  const reply = await service.submit(root, 'create_user_tag', { userTagName: 'Tag', userIds });
  expect(resultOf(reply).userIds).toEqual([root.userId]);
});

test('behavior: names are compared exactly', async () => {
  const [root] = await addOrganization(service);
  for (const userTagName of ['Tag', 'tag', 'TAG', 'Tag '])
    resultOf(await service.submit(root, 'create_user_tag', { userTagName, userIds: [] }));
});

test('error: the name is taken; in another organization it is free', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const parameters = { userTagName: 'Tag', userIds: [] };
  resultOf(await service.submit(root, 'create_user_tag', parameters));
  resultOf(await service.submit(child, 'create_user_tag', parameters));
  expect(refusalOf(await service.submit(root, 'create_user_tag', parameters))).toEqual([409, 'ALREADY_EXISTS']);
});

test('error: unknown user or user of another organization, and no tag is created', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  for (const userId of [randomUUID(), child.userId]) {
    const parameters = { userTagName: 'Tag', userIds: [root.userId, userId] };
    expect(refusalOf(await service.submit(root, 'create_user_tag', parameters))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  }
  expect((await service.ask(root, 'list_user_tags')).json.userTags).toEqual([]);
});

test.for([
  ['an organization', 100, () => ({})],
  ['a sub-organization', 10, () => ({ parentId: service.root.organizationId })],
] as const)('error: more tags than %s may have', async ([, max, options]) => {
  const [root] = await addOrganization(service, options());
  const create = (index: number) =>
    service.submit(root, 'create_user_tag', { userTagName: `Tag ${index}`, userIds: [] });
  for (let index = 0; index < max; index++) resultOf(await create(index));
  expect(refusalOf(await create(max))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
  expect((await service.ask(root, 'list_user_tags')).json.userTags).toHaveLength(max);
});

test('error: a user who is not a root user', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const reply = await service.submit(user, 'create_user_tag', { userTagName: 'Tag', userIds: [] });
  expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});
