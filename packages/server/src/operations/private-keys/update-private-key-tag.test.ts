import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPrivateKey, keysWithTag } from '../../../test/private-keys.ts';
import { type Actor, startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const none = { addPrivateKeyIds: [], removePrivateKeyIds: [] };
const tagOf = async (root: Actor, privateKeyTagName: string, privateKeyIds: readonly string[] = []) =>
  resultOf(await service.submit(root, 'create_private_key_tag', { privateKeyTagName, privateKeyIds })).privateKeyTagId;
const namesOf = async (root: Actor) =>
  (await service.ask(root, 'list_private_key_tags')).json.privateKeyTags
    .map(({ tagName }: { tagName: string }) => tagName)
    .sort();

test('default', async () => {
  const [root] = await addOrganization(service);
  const [first, second] = [await addPrivateKey(service, root), await addPrivateKey(service, root)];
  const privateKeyTagId = await tagOf(root, 'Old', [first]);
  const other = await tagOf(root, 'Other', [first]);
  const reply = await service.submit(root, 'update_private_key_tag', {
    privateKeyTagId: privateKeyTagId.toUpperCase(),
    newPrivateKeyTagName: 'New',
    addPrivateKeyIds: [second],
    removePrivateKeyIds: [first],
  });
  expect(resultOf(reply)).toEqual({ privateKeyTagId });
  expect(await namesOf(root)).toEqual(['New', 'Other']);
  expect(await keysWithTag(service, privateKeyTagId)).toEqual([second]);
  expect(await keysWithTag(service, other)).toEqual([first]);
});

test('behavior: adding a tag that a key has, or removing one that it does not have, is not an error', async () => {
  const [root] = await addOrganization(service);
  const [tagged, untagged] = [await addPrivateKey(service, root), await addPrivateKey(service, root)];
  const privateKeyTagId = await tagOf(root, 'Tag', [tagged]);
  const change = { addPrivateKeyIds: [tagged, tagged.toUpperCase()], removePrivateKeyIds: [untagged, untagged] };
  resultOf(await service.submit(root, 'update_private_key_tag', { privateKeyTagId, ...change }));
  expect(await keysWithTag(service, privateKeyTagId)).toEqual([tagged]);
});

test('error: the name is taken', async () => {
  const [root] = await addOrganization(service);
  const privateKeyTagId = await tagOf(root, 'Mine');
  await tagOf(root, 'Taken');
  const change = { newPrivateKeyTagName: 'Taken', ...none };
  const reply = await service.submit(root, 'update_private_key_tag', { privateKeyTagId, ...change });
  expect(refusalOf(reply)).toEqual([409, 'ALREADY_EXISTS']);
  expect(await namesOf(root)).toEqual(['Mine', 'Taken']);
});

test('error: a private key is both added and removed', async () => {
  const [root] = await addOrganization(service);
  const id = await addPrivateKey(service, root);
  const privateKeyTagId = await tagOf(root, 'Tag');
  const change = { addPrivateKeyIds: [id], removePrivateKeyIds: [id.toUpperCase()] };
  const reply = await service.submit(root, 'update_private_key_tag', { privateKeyTagId, ...change });
  expect(refusalOf(reply)).toEqual([400, 'REQUEST_INVALID']);
  expect(JSON.stringify(reply.json.details)).toContain('"field":"parameters.removePrivateKeyIds"');
});

test('error: a tag that is unknown, of another organization or of users', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const { userTagId } = resultOf(await service.submit(root, 'create_user_tag', { userTagName: 'Users', userIds: [] }));
  for (const privateKeyTagId of [randomUUID(), await tagOf(child, 'Theirs'), userTagId]) {
    const change = { newPrivateKeyTagName: 'New', ...none };
    const reply = await service.submit(root, 'update_private_key_tag', { privateKeyTagId, ...change });
    expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(reply.json.message).toBe('no such private key tag');
  }
  expect(await namesOf(child)).toEqual(['Theirs']);
});

test('error: a private key that is unknown or of another organization', async () => {
  const [root] = await addOrganization(service);
  const privateKeyTagId = await tagOf(root, 'Tag');
  for (const id of [randomUUID(), await addPrivateKey(service, service.root)])
    for (const change of [
      { addPrivateKeyIds: [id], removePrivateKeyIds: [] },
      { addPrivateKeyIds: [], removePrivateKeyIds: [id] },
    ]) {
      const parameters = { privateKeyTagId, newPrivateKeyTagName: 'New', ...change };
      const reply = await service.submit(root, 'update_private_key_tag', parameters);
      expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    }
  expect(await namesOf(root)).toEqual(['Tag']);
});

test('error: a user who is not a root user', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const privateKeyTagId = await tagOf(root, 'Tag');
  const reply = await service.submit(user, 'update_private_key_tag', { privateKeyTagId, ...none });
  expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});
