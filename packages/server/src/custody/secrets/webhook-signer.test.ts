import { importWebhookKeys } from '@mintmark/stamper/webhooks';
import { afterAll, expect, test } from 'vitest';
import { newKey } from '../../../test/service.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createTestVault } from '../../../test/test-vault.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { bootstrap } from '../../runtime/bootstrap/bootstrap.ts';

const rig = await createTestDatabase();
afterAll(() => rig[Symbol.asyncDispose]());
const { database } = rig;
const vault = createTestVault();
const { publicKey } = newKey();
const start = () => bootstrap({ database, vault, rootPublicKey: publicKey, now: new Date() });

test('default: the first start makes the key, and later ones use it', async () => {
  const { webhookSigner: first } = await start();
  const { webhookSigner: second, macs } = await start();
  expect(second.jwk).toEqual(first.jwk);
  const [key] = await importWebhookKeys({ keys: [first.jwk] });
  const message = Buffer.from('message');
  expect(await key?.verify(message, Uint8Array.from(second.sign(message)))).toBe(true);
  expect((await verifyAudit({ database, vault, macs })).problems).toEqual([]);
});

test('behavior: a database of an earlier version gets the key when it is started', async () => {
  const { webhookSigner: before } = await start();
  await database.transaction((sql) => sql`delete from service_keys where purpose = 'webhook'`);
  const { webhookSigner: after, macs } = await start();
  expect(after.jwk.kid).not.toBe(before.jwk.kid);
  expect((await verifyAudit({ database, vault, macs })).problems).toEqual([]);
});

test('error: a key that this service did not make', async () => {
  await database.transaction(
    (sql) => sql`update service_keys set public_key = ${'00'.repeat(32)} where purpose = 'webhook'`,
  );
  await expect(start()).rejects.toThrow('the service key webhook was not written by this service');
});
