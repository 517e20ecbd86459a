import listUserTags from '@mintmark/schema/operations/users/list-user-tags';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

test('default', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const create = async (by: typeof root, userTagName: string) =>
    resultOf(await service.submit(by, 'create_user_tag', { userTagName, userIds: [] })).userTagId;
  const [first, second] = [await create(root, 'First'), await create(root, 'Second')];
  await create(child, 'Theirs');
  const { json } = await service.ask(await addUser(service, root), 'list_user_tags');
  expect(listUserTags.response.parse(json)).toEqual(json);
  expect(json.userTags).toMatchObject([
    { tagId: second, tagName: 'Second', tagType: 'TAG_TYPE_USER' },
    { tagId: first, tagName: 'First', tagType: 'TAG_TYPE_USER' },
  ]);
});

test('behavior: tags of private keys are left out', async () => {
  const [root] = await addOrganization(service);
  resultOf(await service.submit(root, 'create_private_key_tag', { privateKeyTagName: 'Keys', privateKeyIds: [] }));
  expect((await service.ask(root, 'list_user_tags')).json.userTags).toEqual([]);
});
