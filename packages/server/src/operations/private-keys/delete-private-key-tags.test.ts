import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPrivateKey, keysWithTag } from '../../../test/private-keys.ts';
import { type Actor, startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const tagOf = async (root: Actor, privateKeyTagName: string, privateKeyIds: readonly string[] = []) =>
  resultOf(await service.submit(root, 'create_private_key_tag', { privateKeyTagName, privateKeyIds })).privateKeyTagId;
const tagsOf = async (root: Actor) =>
  (await service.ask(root, 'list_private_key_tags')).json.privateKeyTags.map(({ tagId }: { tagId: string }) => tagId);

test('default', async () => {
  const [root] = await addOrganization(service);
  const [one, other] = [await addPrivateKey(service, root), await addPrivateKey(service, root)];
  const first = await tagOf(root, 'First', [one, other]);
  const second = await tagOf(root, 'Second', [other]);
  const kept = await tagOf(root, 'Kept', [other]);
  const privateKeyTagIds = [second, first];
  const result = resultOf(await service.submit(root, 'delete_private_key_tags', { privateKeyTagIds }));
  expect(result).toEqual({ privateKeyTagIds, privateKeyIds: [one, other].sort() });
  expect(await tagsOf(root)).toEqual([kept]);
  expect(await keysWithTag(service, first)).toEqual([]);
  expect(await keysWithTag(service, kept)).toEqual([other]);
});

test('behavior: the name is free again', async () => {
  const [root] = await addOrganization(service);
  const privateKeyTagIds = [await tagOf(root, 'Tag')];
  const result = resultOf(await service.submit(root, 'delete_private_key_tags', { privateKeyTagIds }));
  expect(result).toEqual({ privateKeyTagIds, privateKeyIds: [] });
  await tagOf(root, 'Tag');
});

test('args: the same tag twice, in either case', async () => {
  const [root] = await addOrganization(service);
  const tag = await tagOf(root, 'Tag');
  const parameters = { privateKeyTagIds: [tag.toUpperCase(), tag] };
  const reply = await service.submit(root, 'delete_private_key_tags', parameters);
  expect(resultOf(reply)).toEqual({ privateKeyTagIds: [tag], privateKeyIds: [] });
});

test('error: one of them unknown, of another organization or of users, and none is deleted', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const [tag, theirs] = [await tagOf(root, 'Tag'), await tagOf(child, 'Theirs')];
  const { userTagId } = resultOf(await service.submit(root, 'create_user_tag', { userTagName: 'Users', userIds: [] }));
  for (const id of [randomUUID(), theirs, userTagId]) {
    const reply = await service.submit(root, 'delete_private_key_tags', { privateKeyTagIds: [tag, id] });
    expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  }
  expect([await tagsOf(root), await tagsOf(child)]).toEqual([[tag], [theirs]]);
});

test('error: none at all', async () => {
  const [root] = await addOrganization(service);
  const reply = await service.submit(root, 'delete_private_key_tags', { privateKeyTagIds: [] });
  expect(refusalOf(reply)).toEqual([400, 'REQUEST_INVALID']);
});

test('error: a user who is not a root user', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const privateKeyTagIds = [await tagOf(root, 'Tag')];
  const reply = await service.submit(user, 'delete_private_key_tags', { privateKeyTagIds });
  expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});
