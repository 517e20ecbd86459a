import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { keyMovements } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const { exportPrivateKey } = keyMovements(service);
const [ada] = await addOrganization(service);

test('default', async () => {
  const tag = resultOf(await submit(ada, 'create_private_key_tag', { privateKeyTagName: 'Hot', privateKeyIds: [] }));
  const privateKeys = ['One', 'Two'].map((privateKeyName) => ({
    privateKeyName,
    curve: 'CURVE_P256',
    privateKeyTags: [tag.privateKeyTagId],
    addressFormats: [],
  }));
  const made = resultOf(await submit(ada, 'create_private_keys', { privateKeys })).privateKeys;
  const privateKeyIds: string[] = made.map(({ privateKeyId }: { privateKeyId: string }) => privateKeyId);
  const remove = (more: object) => submit(ada, 'delete_private_keys', { privateKeyIds, ...more });
  await exportPrivateKey(ada, privateKeyIds[0] as string);
  expect(refusalOf(await remove({}))).toEqual([400, 'WALLET_ACCOUNT_NOT_EXPORTED']);
  const unknown = { privateKeyIds: [...privateKeyIds, randomUUID()], deleteWithoutExport: true };
  expect(refusalOf(await remove(unknown))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  expect((await ask(ada, 'list_private_keys')).json.privateKeys).toHaveLength(2);
  expect(resultOf(await remove({ privateKeyIds: [privateKeyIds[0]] }))).toEqual({ privateKeyIds: [privateKeyIds[0]] });
  resultOf(await remove({ privateKeyIds: [privateKeyIds[1]], deleteWithoutExport: true }));
  expect((await ask(ada, 'list_private_keys')).json.privateKeys).toEqual([]);
  // The tag can be deleted, and no key has it.
  const deleted = await submit(ada, 'delete_private_key_tags', { privateKeyTagIds: [tag.privateKeyTagId] });
  expect(resultOf(deleted).privateKeyIds).toEqual([]);
  expect((await verifyAudit(service)).problems).toEqual([]);
});
