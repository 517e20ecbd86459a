import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { addMasterKey, createMasterKeyFile, readMasterKeyFile } from './master-key-file.ts';
import { createMasterKeys, type WrappedKey } from './master-keys.ts';
import { rotateMasterKey } from './rotate-master-key.ts';
import { dataKeyContext, Vault } from './vault.ts';

test('behavior: eight concurrent rotations lose no key', async () => {
  await using test = await createTestDatabase();
  await using directory = await temporaryDirectory();
  const { database } = test;
  const path = join(directory.path, 'master.key');
  await createMasterKeyFile(path);
  const masterKeys = createMasterKeys(() => readMasterKeyFile(path));
  const vault = new Vault(masterKeys);
  await database.transaction(async (sql) => {
    for (let count = 0; count < 3; count++) await vault.provideDataKey(sql, randomUUID(), new Date());
  });
  const [first] = await masterKeys.ids();

  const rotations = await Promise.all(
    Array.from({ length: 8 }, () => rotateMasterKey(database, masterKeys, () => addMasterKey(path))),
  );

  expect(rotations.map(({ count }) => count)).toEqual(Array(8).fill(3));
  const ids = await masterKeys.ids();
  expect(ids).toHaveLength(9);
  expect(ids.at(-1)).toBe(first);
  expect(rotations.map((rotation) => rotation.ids[0]).toSorted()).toEqual(ids.slice(0, 8).toSorted());
  const rows = await database.query(
    (sql) => sql<({ tenantId: string } & WrappedKey)[]>`select tenant_id, master_key_id, wrapped from data_keys`,
  );
  for (const { tenantId, ...key } of rows) {
    expect(key.masterKeyId).toBe(ids[0]);
    expect(await masterKeys.unwrap(key, dataKeyContext(tenantId, 'seal'))).toHaveLength(32);
  }
  expect(await readdir(directory.path)).toEqual(['master.key']);
});
