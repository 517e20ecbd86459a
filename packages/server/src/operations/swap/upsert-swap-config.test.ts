import { afterAll, expect, test } from 'vitest';
import { addOrganization, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
const topTier = new Set<string>();
const service = await startService({ topTier });
afterAll(() => service[Symbol.asyncDispose]());
test('default', async () => {
  const [root] = await addOrganization(service);
  console.log(resultOf(await service.submit(root, 'upsert_swap_config', { feeBps: '30' })));
  console.log((await service.ask(root, 'get_organization_configs')).json.configs.features);
});
