import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const [ada] = await addOrganization(service);
const create = async (walletName: string): Promise<string> =>
  resultOf(await submit(ada, 'create_wallet', { walletName, accounts: [] })).walletId;

test('default', async () => {
  const walletId = await create('Old');
  await create('Other');
  expect(resultOf(await submit(ada, 'update_wallet', { walletId, walletName: 'New' }))).toEqual({ walletId });
  expect((await ask(ada, 'get_wallet', { walletId })).json.wallet.walletName).toBe('New');
  // Its own name is not taken.
  resultOf(await submit(ada, 'update_wallet', { walletId, walletName: 'New' }));
  resultOf(await submit(ada, 'update_wallet', { walletId }));
  expect((await ask(ada, 'get_wallet', { walletId })).json.wallet.walletName).toBe('New');
  const taken = await submit(ada, 'update_wallet', { walletId, walletName: 'Other' });
  expect(refusalOf(taken)).toEqual([409, 'ALREADY_EXISTS']);
  const unknown = await submit(ada, 'update_wallet', { walletId: randomUUID(), walletName: 'New' });
  expect(refusalOf(unknown)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  expect((await verifyAudit(service)).problems).toEqual([]);
});
