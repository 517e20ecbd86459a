import listPrivateKeyTags from '@mintmark/schema/operations/private-keys/list-private-key-tags';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

test('default', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const create = async (by: typeof root, privateKeyTagName: string) =>
    resultOf(await service.submit(by, 'create_private_key_tag', { privateKeyTagName, privateKeyIds: [] }))
      .privateKeyTagId;
  const [first, second] = [await create(root, 'First'), await create(root, 'Second')];
  await create(child, 'Theirs');
  const { json } = await service.ask(await addUser(service, root), 'list_private_key_tags');
  expect(listPrivateKeyTags.response.parse(json)).toEqual(json);
  expect(json.privateKeyTags).toMatchObject([
    { tagId: second, tagName: 'Second', tagType: 'TAG_TYPE_PRIVATE_KEY' },
    { tagId: first, tagName: 'First', tagType: 'TAG_TYPE_PRIVATE_KEY' },
  ]);
});

test('behavior: tags of users are left out', async () => {
  const [root] = await addOrganization(service);
  resultOf(await service.submit(root, 'create_user_tag', { userTagName: 'Users', userIds: [] }));
  expect((await service.ask(root, 'list_private_key_tags')).json.privateKeyTags).toEqual([]);
});
