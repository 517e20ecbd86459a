import { serverApp } from '@mintmark/schema/fields/proofs/server-app';
import { afterAll, expect, test } from 'vitest';
import { refusalOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { boot } from '../../custody/proofs/boot.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { ask, root, database, macs, services } = service;
const { signer } = services;

const latest = async (appName: string = serverApp.name) =>
  (await ask(root, 'get_latest_boot_proof', { appName })).json.bootProof.ephemeralPublicKeyHex;

test.each([serverApp.name, serverApp.id, serverApp.id.toUpperCase()])('default: %s', async (appName) => {
  expect(await latest(appName)).toBe(services.proofs.publicKey);
});

test('behavior: the process that started last', async () => {
  const now = Date.now();
  const newer = await boot({ database, macs, signer, attester: undefined, now: new Date(now + 1_000) });
  await boot({ database, macs, signer, attester: undefined, now: new Date(now - 1_000) });
  expect(await latest()).toBe(newer.publicKey);
  await database.query((sql) =>
    sql`update boot_proofs set created_at = now() + interval '1 day' where public_key <> ${newer.publicKey}`.execute(),
  );
  // A row that was changed in the database does not count.
  expect(await latest()).toBe(newer.publicKey);
});

test.each(['signer', root.organizationId, serverApp.name.toUpperCase()])('error: %s is no app', async (appName) => {
  expect(refusalOf(await ask(root, 'get_latest_boot_proof', { appName }))).toEqual([404, 'BOOT_PROOF_NOT_FOUND']);
});
