import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const none = { addUserIds: [], removeUserIds: [] };
const tagOf = async (root: Actor, userTagName: string, userIds: readonly string[] = []) =>
  resultOf(await service.submit(root, 'create_user_tag', { userTagName, userIds })).userTagId;
const namesOf = async (root: Actor) =>
  (await service.ask(root, 'list_user_tags')).json.userTags.map(({ tagName }: { tagName: string }) => tagName).sort();
const membersOf = async (root: Actor, tag: string) =>
  (await service.ask(root, 'list_users')).json.users
    .filter(({ userTags }: { userTags: string[] }) => userTags.includes(tag))
    .map(({ userId }: { userId: string }) => userId);

test('default', async () => {
  const [root] = await addOrganization(service);
  const [first, second] = [await addUser(service, root), await addUser(service, root)];
  const userTagId = await tagOf(root, 'Old', [first.userId]);
  const other = await tagOf(root, 'Other', [first.userId]);
  const change = { newUserTagName: 'New', addUserIds: [second.userId], removeUserIds: [first.userId] };
  const reply = await service.submit(root, 'update_user_tag', { userTagId: userTagId.toUpperCase(), ...change });
  expect(resultOf(reply)).toEqual({ userTagId });
  expect(await namesOf(root)).toEqual(['New', 'Other']);
  expect(await membersOf(root, userTagId)).toEqual([second.userId]);
  expect(await membersOf(root, other)).toEqual([first.userId]);
});

test('behavior: adding a tag that a user has, or removing one that a user does not have, is not an error', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const userTagId = await tagOf(root, 'Tag', [root.userId]);
  const change = { addUserIds: [root.userId, root.userId.toUpperCase()], removeUserIds: [user.userId, user.userId] };
  resultOf(await service.submit(root, 'update_user_tag', { userTagId, ...change }));
  expect(await namesOf(root)).toEqual(['Tag']);
  expect(await membersOf(root, userTagId)).toEqual([root.userId]);
});

test('args: its own name, and its own name in another case', async () => {
  const [root] = await addOrganization(service);
  const userTagId = await tagOf(root, 'Tag');
  for (const newUserTagName of ['Tag', 'TAG']) {
    resultOf(await service.submit(root, 'update_user_tag', { userTagId, newUserTagName, ...none }));
    expect(await namesOf(root)).toEqual([newUserTagName]);
  }
});

test('error: the name is taken', async () => {
  const [root] = await addOrganization(service);
  const userTagId = await tagOf(root, 'Mine');
  await tagOf(root, 'Taken');
  const reply = await service.submit(root, 'update_user_tag', { userTagId, newUserTagName: 'Taken', ...none });
  expect(refusalOf(reply)).toEqual([409, 'ALREADY_EXISTS']);
  expect(await namesOf(root)).toEqual(['Mine', 'Taken']);
});

test('error: a user is both added and removed', async () => {
  const [root] = await addOrganization(service);
  const userTagId = await tagOf(root, 'Tag');
  const change = { addUserIds: [root.userId], removeUserIds: [root.userId.toUpperCase()] };
  const reply = await service.submit(root, 'update_user_tag', { userTagId, ...change });
  expect(refusalOf(reply)).toEqual([400, 'REQUEST_INVALID']);
});

test('error: a tag that is unknown, of another organization or of private keys', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const ofKeys = { privateKeyTagName: 'Keys', privateKeyIds: [] };
  const keyTag = resultOf(await service.submit(root, 'create_private_key_tag', ofKeys)).privateKeyTagId;
  for (const userTagId of [randomUUID(), await tagOf(child, 'Theirs'), keyTag]) {
    const reply = await service.submit(root, 'update_user_tag', { userTagId, newUserTagName: 'New', ...none });
    expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  }
  expect(await namesOf(child)).toEqual(['Theirs']);
});

test('error: a user that is unknown or of another organization', async () => {
  const [root] = await addOrganization(service);
  const userTagId = await tagOf(root, 'Tag');
  for (const id of [randomUUID(), service.root.userId])
    for (const change of [
      { addUserIds: [id], removeUserIds: [] },
      { addUserIds: [], removeUserIds: [id] },
    ]) {
      const reply = await service.submit(root, 'update_user_tag', { userTagId, newUserTagName: 'New', ...change });
      expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    }
  expect(await namesOf(root)).toEqual(['Tag']);
});

test('error: a user who is not a root user', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const reply = await service.submit(user, 'update_user_tag', { userTagId: await tagOf(root, 'Tag'), ...none });
  expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});
