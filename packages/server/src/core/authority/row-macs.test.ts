import { createHmac, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newKey } from '../../../test/service.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createTestMacs } from '../../../test/test-macs.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { createMasterKeys } from '../../custody/secrets/master-keys.ts';
import { rotateMasterKey } from '../../custody/secrets/rotate-master-key.ts';
import { Vault } from '../../custody/secrets/vault.ts';
import { authenticatorsTable } from '../../identity/credentials/authenticators-table.ts';
import { privateKeyTagsTable } from '../../identity/tags/private-key-tags-table.ts';
import { tagsTable } from '../../identity/tags/tags-table.ts';
import { usersTable } from '../../identity/users/users-table.ts';
import { bootstrap } from '../../runtime/bootstrap/bootstrap.ts';
import type { RowOf } from '../tables/define-table.ts';
import { type ForgedRow, RowMacs } from './row-macs.ts';

const id = randomUUID();
const user: RowOf<typeof usersTable> = {
  organizationId: id,
  id: randomUUID(),
  name: 'Ada',
  email: null,
  emailVerified: false,
  phoneNumber: null,
  phoneNumberVerified: false,
  isRoot: false,
  tagsDigest: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  deletedAt: null,
};

test('default', () => {
  const macs = createTestMacs();
  const row = { ...user, mac: macs.macOf(usersTable, user) };
  expect(macs.isGenuine(usersTable, row)).toBe(true);
  expect(macs.genuine(usersTable, [row, { ...row, isRoot: true }, row], {})).toEqual([row, row]);
  expect(macs.genuine(usersTable, [row], { id: ['another', row.id], deletedAt: null })).toEqual([row]);
  for (const asked of [{ id: 'another' }, { id: ['another'] }, { id: [] }, { deletedAt: new Date() }])
    expect(macs.genuine(usersTable, [row], asked)).toEqual([]);
});

test('error: another key, another table, another row', () => {
  const forged: ForgedRow[] = [];
  const macs = new RowMacs(createSecretKey(randomBytes(32)), (row) => forged.push(row));
  const mac = macs.macOf(usersTable, user);
  expect(createTestMacs().isGenuine(usersTable, { ...user, mac })).toBe(false);
  expect(macs.isGenuine(usersTable, { ...user, mac })).toBe(true);
  // Also after the right one was seen.
  for (const [column, value] of Object.entries({
    organizationId: randomUUID(),
    id: randomUUID(),
    name: 'Ada ',
    email: '',
    emailVerified: true,
    phoneNumber: 'null',
    phoneNumberVerified: true,
    isRoot: true,
    tagsDigest: '',
    deletedAt: new Date(0),
  }))
    expect([column, macs.isGenuine(usersTable, { ...user, [column]: value, mac })]).toEqual([column, false]);
  expect(forged).toHaveLength(10);
  const tag = { organizationId: id, id: user.id, type: 'TAG_TYPE_USER', name: 'Ada' } as const;
  expect(macs.isGenuine(tagsTable, { ...tag, mac: macs.macOf(usersTable, user) })).toBe(false);
});

test('behavior: a row has the same MAC as a column, within JSON and before it was written', () => {
  const macs = createTestMacs();
  const passkey = {
    organizationId: id,
    id,
    userId: id,
    credentialId: 'id',
    publicKey: 'key',
    rpId: 'example.com',
    deletedAt: null,
    signCount: 7n,
    countedBody: Uint8Array.of(1, 255) as Uint8Array | string | null,
  };
  const mac = macs.macOf(authenticatorsTable, passkey);
  expect(macs.isGenuine(authenticatorsTable, { ...passkey, signCount: 7, countedBody: '\\x01ff', mac })).toBe(true);
  expect(macs.isGenuine(authenticatorsTable, { ...passkey, countedBody: Buffer.of(1, 255), mac })).toBe(true);
  expect(macs.isGenuine(authenticatorsTable, { ...passkey, countedBody: Buffer.of(1, 254), mac })).toBe(false);
});

test('behavior: the MAC of a row from before a column was added stays valid', () => {
  const key = createSecretKey(randomBytes(32));
  const macs = new RowMacs(key);
  const text = JSON.stringify(['users', id, user.id, 'Ada', null, false, null, false, false, null]);
  const mac = createHmac('sha256', key).update(text).digest('base64url');
  expect(macs.isGenuine(usersTable, { ...user, mac })).toBe(true);
  expect(macs.isGenuine(usersTable, { ...user, tagsDigest: 'digest', mac })).toBe(false);
  const covered = { ...user, tagsDigest: 'digest' };
  expect(macs.isGenuine(usersTable, { ...user, mac: macs.macOf(usersTable, covered) })).toBe(false);
});

test('behavior: a rotation of the master key changes no row', async () => {
  await using test = await createTestDatabase();
  const { database } = test;
  const keys = [randomBytes(32)];
  const masterKeys = createMasterKeys(async () => keys);
  const { publicKey } = newKey();
  const start = () => bootstrap({ database, vault: new Vault(masterKeys), rootPublicKey: publicKey, now: new Date() });
  const { organizationId, root, webhookSigner } = await start();
  const read = () => database.query((sql) => sql`select * from users`);
  const before = await read();
  await rotateMasterKey(database, masterKeys, async () => {
    keys.unshift(randomBytes(32));
  });
  // The earlier master key is not needed any more.
  keys.pop();
  expect(await read()).toEqual(before);
  const { macs, signer, tokenKeys, clientSecrets, webhookSigner: sameSigner, ...later } = await start();
  expect(later).toEqual({ organizationId, root: undefined });
  expect(signer.publicKey).toBe(root?.keys.signer);
  expect(tokenKeys.otp.publicKey).toBe(root?.keys.otp);
  expect(sameSigner.jwk).toEqual(webhookSigner.jwk);
  const { problems } = await verifyAudit({ database, vault: new Vault(masterKeys), macs });
  expect(problems).toEqual([]);
});

test('behavior: a list of expected values is read once, however many rows there are', () => {
  const macs = createTestMacs();
  const organizationId = randomUUID();
  const rows = Array.from({ length: 100 }, () => {
    const row = { organizationId, tagId: randomUUID(), privateKeyId: randomUUID() };
    return { ...row, mac: macs.macOf(privateKeyTagsTable, row) };
  });
  let reads = 0;
  const ids = new Proxy(
    rows.map(({ privateKeyId }) => privateKeyId),
    {
      get(list, name, receiver) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
        return Reflect.get(list, name, receiver);
      },
    },
  );
  expect(macs.genuine(privateKeyTagsTable, rows, { organizationId, privateKeyId: ids })).toEqual(rows);
  expect(reads).toBe(rows.length);
});
