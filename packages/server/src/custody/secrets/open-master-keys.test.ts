import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { openMasterKeys } from './open-master-keys.ts';
import { Vault } from './vault.ts';

async function emptyStart() {
  const [test, directory] = await Promise.all([createTestDatabase(), temporaryDirectory()]);
  const { database: store } = test;
  const path = join(directory.path, 'master.key');
  return {
    store,
    path,
    open: (database: string, masterKeyFile?: string, report?: (message: string) => void) =>
      openMasterKeys(store, { database, dataDirectory: directory.path, masterKeyFile, report: report ?? (() => {}) }),
    async [Symbol.asyncDispose]() {
      await test[Symbol.asyncDispose]();
      await directory[Symbol.asyncDispose]();
    },
  };
}

test('default: an empty embedded database gets a key, and keeps it', async () => {
  await using start = await emptyStart();
  const said: string[] = [];
  const first = await start.open('embedded', undefined, (message) => said.push(message));
  expect(said).toEqual([expect.stringContaining(start.path)]);
  expect((await stat(start.path)).mode & 0o777).toBe(0o600);
  const second = await start.open('embedded');
  expect(await second.ids()).toEqual(await first.ids());
});

test('behavior: an ephemeral database leaves no file', async () => {
  await using start = await emptyStart();
  expect(await (await start.open('ephemeral')).ids()).toHaveLength(1);
  expect(existsSync(start.path)).toBe(false);
});

test.each(['embedded', 'ephemeral', 'postgres://own'])('args: a named file, %s', async (database) => {
  await using start = await emptyStart();
  const file = `${start.path}.mine`;
  await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  expect(await (await start.open(database, file)).ids()).toHaveLength(1);
  expect(existsSync(start.path)).toBe(false);
});

describe('error', () => {
  test.each([
    ['embedded', 'named'],
    ['postgres://own', undefined],
    ['postgres://own', 'named'],
  ])('MASTER_KEY_MISSING: %s, file %s', async (database, name) => {
    await using start = await emptyStart();
    const file = name && `${start.path}.${name}`;
    await expect(start.open(database, file)).rejects.toMatchObject({
      code: 'MASTER_KEY_MISSING',
      message: expect.stringContaining('mintmark master-key create'),
    });
    expect(existsSync(file ?? start.path)).toBe(false);
  });

  test('MASTER_KEY_MISSING: no key is created for a sealed database', async () => {
    await using start = await emptyStart();
    const vault = new Vault(await start.open('embedded'));
    await start.store.transaction((sql) => vault.provideDataKey(sql, randomUUID(), new Date()));
    await rm(start.path);
    await expect(start.open('embedded')).rejects.toMatchObject({
      code: 'MASTER_KEY_MISSING',
      message: expect.stringContaining('restore that file'),
    });
    expect(existsSync(start.path)).toBe(false);
  });

  test('MASTER_KEY_UNKNOWN: a different key for a sealed database', async () => {
    await using start = await emptyStart();
    const vault = new Vault(await start.open('embedded'));
    await start.store.transaction((sql) => vault.provideDataKey(sql, randomUUID(), new Date()));
    await writeFile(start.path, randomBytes(32).toString('hex'));
    await expect(start.open('embedded')).rejects.toMatchObject({ code: 'MASTER_KEY_UNKNOWN' });
  });
});
