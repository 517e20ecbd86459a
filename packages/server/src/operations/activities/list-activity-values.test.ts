import { afterAll, expect, test } from 'vitest';
import { addOrganization } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

test('default', async () => {
  const [root] = await addOrganization(service);
  const { json } = await service.ask(root, 'list_activity_values', { userId: root.userId });
  expect.fail(`list_activity_values: test its result. The response was ${JSON.stringify(json)}`);
});

test('error: unknown user', () => {
  expect.fail('list_activity_values: test each error that its unit lists');
});
