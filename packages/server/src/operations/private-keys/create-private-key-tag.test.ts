import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPrivateKey, keysWithTag } from '../../../test/private-keys.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

test('default', async () => {
  const [root] = await addOrganization(service);
  const privateKeyIds = [await addPrivateKey(service, root), await addPrivateKey(service, root)];
  const reply = await service.submit(root, 'create_private_key_tag', { privateKeyTagName: 'Hot', privateKeyIds });
  const { privateKeyTagId } = resultOf(reply);
  expect(resultOf(reply)).toEqual({ privateKeyTagId, privateKeyIds });
  expect(await keysWithTag(service, privateKeyTagId)).toEqual(privateKeyIds.toSorted());
  const { privateKeyTags } = (await service.ask(root, 'list_private_key_tags')).json;
  expect(privateKeyTags).toMatchObject([{ tagId: privateKeyTagId, tagName: 'Hot', tagType: 'TAG_TYPE_PRIVATE_KEY' }]);
});

test('args: the same private key twice, in either case', async () => {
  const [root] = await addOrganization(service);
  const id = await addPrivateKey(service, root);
  const parameters = { privateKeyTagName: 'Tag', privateKeyIds: [id, id.toUpperCase()] };
  const reply = await service.submit(root, 'create_private_key_tag', parameters);
  expect(resultOf(reply).privateKeyIds).toEqual([id]);
});

test('behavior: a user tag may have the same name', async () => {
  const [root] = await addOrganization(service);
  resultOf(await service.submit(root, 'create_user_tag', { userTagName: 'Tag', userIds: [] }));
  resultOf(await service.submit(root, 'create_private_key_tag', { privateKeyTagName: 'Tag', privateKeyIds: [] }));
});

test('error: the name is taken; in another organization it is free', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const parameters = { privateKeyTagName: 'Tag', privateKeyIds: [] };
  resultOf(await service.submit(root, 'create_private_key_tag', parameters));
  resultOf(await service.submit(child, 'create_private_key_tag', parameters));
  const again = await service.submit(root, 'create_private_key_tag', parameters);
  expect(refusalOf(again)).toEqual([409, 'ALREADY_EXISTS']);
  expect(again.json.message).toBe('a private key tag with this name already exists');
});

test('error: a private key that is unknown, deleted or of another organization, and no tag is created', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const [known, deleted] = [await addPrivateKey(service, root), await addPrivateKey(service, root)];
  const deletion = { privateKeyIds: [deleted], deleteWithoutExport: true };
  resultOf(await service.submit(root, 'delete_private_keys', deletion));
  for (const id of [randomUUID(), deleted, await addPrivateKey(service, child)]) {
    const parameters = { privateKeyTagName: 'Tag', privateKeyIds: [known, id] };
    const reply = await service.submit(root, 'create_private_key_tag', parameters);
    expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(reply.json.message).toBe('no such private key');
  }
  expect((await service.ask(root, 'list_private_key_tags')).json.privateKeyTags).toEqual([]);
});

test.for([
  ['an organization', 100, () => ({})],
  ['a sub-organization', 10, () => ({ parentId: service.root.organizationId })],
] as const)('error: more tags of both kinds together than %s may have', async ([, max, options]) => {
  const [root] = await addOrganization(service, options());
  const tagKeys = (name: string) =>
    service.submit(root, 'create_private_key_tag', { privateKeyTagName: name, privateKeyIds: [] });
  const tagUsers = (name: string) => service.submit(root, 'create_user_tag', { userTagName: name, userIds: [] });
  for (let index = 0; index < max / 2; index++) {
    resultOf(await tagKeys(`Tag ${index}`));
    resultOf(await tagUsers(`Tag ${index}`));
  }
  for (const create of [tagKeys, tagUsers])
    expect(refusalOf(await create('Last'))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
  expect((await service.ask(root, 'list_private_key_tags')).json.privateKeyTags).toHaveLength(max / 2);
});

test('error: a user who is not a root user', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const reply = await service.submit(user, 'create_private_key_tag', { privateKeyTagName: 'Tag', privateKeyIds: [] });
  expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});
