import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const tagOf = async (root: Actor, userTagName: string, userIds: readonly string[] = []) =>
  resultOf(await service.submit(root, 'create_user_tag', { userTagName, userIds })).userTagId;
const tagsOf = async (root: Actor) =>
  (await service.ask(root, 'list_user_tags')).json.userTags.map(({ tagId }: { tagId: string }) => tagId);

test('default', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const first = await tagOf(root, 'First', [root.userId, user.userId]);
  const second = await tagOf(root, 'Second', [user.userId]);
  const kept = await tagOf(root, 'Kept', [user.userId]);
  const userTagIds = [second, first];
  const result = resultOf(await service.submit(root, 'delete_user_tags', { userTagIds }));
  expect(result).toEqual({ userTagIds, userIds: [root.userId, user.userId].sort() });
  expect(await tagsOf(root)).toEqual([kept]);
  const { userId } = user;
  expect((await service.ask(root, 'get_user', { userId })).json.user.userTags).toEqual([kept]);
});

test('behavior: the name is free again', async () => {
  const [root] = await addOrganization(service);
  const userTagIds = [await tagOf(root, 'Tag')];
  expect(resultOf(await service.submit(root, 'delete_user_tags', { userTagIds }))).toEqual({ userTagIds, userIds: [] });
  await tagOf(root, 'Tag');
});

test('args: the same tag twice, in either case', async () => {
  const [root] = await addOrganization(service);
  const tag = await tagOf(root, 'Tag');
  const reply = await service.submit(root, 'delete_user_tags', { userTagIds: [tag.toUpperCase(), tag] });
  expect(resultOf(reply)).toEqual({ userTagIds: [tag], userIds: [] });
});

test('error: one of them unknown or of another organization, and none is deleted', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const [tag, theirs] = [await tagOf(root, 'Tag', [root.userId]), await tagOf(child, 'Theirs', [child.userId])];
  for (const id of [randomUUID(), theirs]) {
    const reply = await service.submit(root, 'delete_user_tags', { userTagIds: [tag, id] });
    expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  }
  expect([await tagsOf(root), await tagsOf(child)]).toEqual([[tag], [theirs]]);
});

test('error: a user who is not a root user', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const reply = await service.submit(user, 'delete_user_tags', { userTagIds: [await tagOf(root, 'Tag')] });
  expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});
