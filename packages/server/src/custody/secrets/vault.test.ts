import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Place } from '../../core/ports/seals-secrets.ts';
import { createMasterKeys, type MasterKeys } from './master-keys.ts';
import { readMasterKeyUse, requireMasterKeys, rotateMasterKey } from './rotate-master-key.ts';
import { Vault } from './vault.ts';

const secret = Buffer.from('a seed that nobody else may have');
const now = new Date();

/** A database with two tenants that have data keys, and master keys that can be changed. */
async function twoTenants() {
  const test = await createTestDatabase();
  const { database } = test;
  const keys = [randomBytes(32)];
  const masterKeys = createMasterKeys(async () => keys);
  const rotate = (by = masterKeys) =>
    rotateMasterKey(database, by, async () => {
      keys.unshift(randomBytes(32));
    });
  const vault = new Vault(masterKeys);
  const tenants = [randomUUID(), randomUUID()] as const;
  await database.transaction(async (sql) => {
    for (const tenantId of tenants) await vault.provideDataKey(sql, tenantId, now);
  });
  const place: Place = { tenantId: tenants[0], table: 'wallets', row: randomUUID(), column: 'seed' };
  return {
    database,
    keys,
    masterKeys,
    rotate,
    vault,
    tenants,
    place,
    seal: (at = place, by = vault) => database.query((sql) => by.seal(sql, at, secret)),
    open: (sealed: Uint8Array, at = place, by = vault) => database.query((sql) => by.open(sql, at, sealed)),
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}

test('default', async () => {
  await using tenancy = await twoTenants();
  const { seal, open } = tenancy;
  expect(await open(await seal())).toEqual(secret);
});

test('behavior: another process opens it', async () => {
  await using tenancy = await twoTenants();
  const { seal, open, place, masterKeys } = tenancy;
  expect(await open(await seal(), place, new Vault(masterKeys))).toEqual(secret);
});

test('behavior: an unwrapped data key is kept for five minutes', async () => {
  await using tenancy = await twoTenants();
  const { seal, place, masterKeys } = tenancy;
  let unwraps = 0;
  const counted: MasterKeys = {
    ...masterKeys,
    unwrap(...args) {
      unwraps++;
      return masterKeys.unwrap(...args);
    },
  };
  const vault = new Vault(counted);
  const timeouts = vi.spyOn(globalThis, 'setTimeout');
  await seal(place, vault);
  await seal(place, vault);
  expect(unwraps).toBe(1);
  const [forget] = timeouts.mock.calls.find(([, delay]) => delay === 5 * 60 * 1_000) ?? [];
  timeouts.mockRestore();
  forget?.();
  expect(vault.openKept(place, await seal())).toBeUndefined();
  await seal(place, vault);
  expect(unwraps).toBe(2);
});

test('behavior: a kept data key opens without the database', async () => {
  await using tenancy = await twoTenants();
  const { seal, open, place, tenants, masterKeys } = tenancy;
  const sealed = await seal();
  const vault = new Vault(masterKeys);
  expect(vault.openKept(place, sealed)).toBeUndefined();
  await open(sealed, place, vault);
  expect(vault.openKept(place, sealed)).toEqual(secret);
  expect(vault.openKept({ ...place, tenantId: tenants[1] }, sealed)).toBeUndefined();
  expect(() => vault.openKept({ ...place, row: randomUUID() }, sealed)).toThrow('cannot be decrypted');
});

test('behavior: a data key is made once', async () => {
  await using tenancy = await twoTenants();
  const { database, vault, tenants, seal, open } = tenancy;
  const sealed = await seal();
  await database.transaction((sql) => vault.provideDataKey(sql, tenants[0], now));
  expect(await open(sealed)).toEqual(secret);
});

test('behavior: the data key of a rolled back transaction seals nothing', async () => {
  await using tenancy = await twoTenants();
  const { database, vault, masterKeys } = tenancy;
  const place = { tenantId: randomUUID(), table: 'wallets', row: randomUUID(), column: 'seed' };
  const undone = database.transaction(async (sql) => {
    await vault.provideDataKey(sql, place.tenantId, now);
    await vault.seal(sql, place, secret);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await database.transaction((sql) => vault.provideDataKey(sql, place.tenantId, now));
  const sealed = await database.query((sql) => vault.seal(sql, place, secret));
  expect(await database.query((sql) => new Vault(masterKeys).open(sql, place, sealed))).toEqual(secret);
});

describe('error: NOT_OPENED', () => {
  test.each<[string, (tenants: readonly [string, string]) => Partial<Place>]>([
    ['moved to another tenant', (tenants) => ({ tenantId: tenants[1] })],
    ['moved to another table', () => ({ table: 'private_keys' })],
    ['moved to another row', () => ({ row: randomUUID() })],
    ['moved to another column', () => ({ column: 'name' })],
  ])('%s', async (_, elsewhere) => {
    await using tenancy = await twoTenants();
    const { seal, open, place, tenants } = tenancy;
    const sealed = await seal();
    await expect(open(sealed, { ...place, ...elsewhere(tenants) })).rejects.toMatchObject({ code: 'NOT_OPENED' });
  });

  test('moved together with the data key of its tenant', async () => {
    await using tenancy = await twoTenants();
    const { database, seal, open, place, tenants } = tenancy;
    const sealed = await seal();
    await database.transaction(
      (sql) => sql`
        update data_keys set wrapped = (select wrapped from data_keys where tenant_id = ${tenants[0]})
        where tenant_id = ${tenants[1]}`,
    );
    await expect(open(sealed, { ...place, tenantId: tenants[1] })).rejects.toMatchObject({ code: 'NOT_OPENED' });
  });
});

describe('master keys', () => {
  test('error: MASTER_KEY_UNKNOWN', async () => {
    await using tenancy = await twoTenants();
    const { database, seal, open, place } = tenancy;
    const sealed = await seal();
    const others = createMasterKeys(async () => [randomBytes(32)]);
    await expect(open(sealed, place, new Vault(others))).rejects.toMatchObject({ code: 'MASTER_KEY_UNKNOWN' });
    const start = database.query((sql) => requireMasterKeys(sql, others));
    await expect(start).rejects.toMatchObject({ code: 'MASTER_KEY_UNKNOWN' });
  });

  test('error: DATA_KEY_MISSING', async () => {
    await using tenancy = await twoTenants();
    const { seal, place } = tenancy;
    await expect(seal({ ...place, tenantId: randomUUID() })).rejects.toMatchObject({ code: 'DATA_KEY_MISSING' });
  });

  test('behavior: an earlier master key opens, the current one wraps', async () => {
    await using tenancy = await twoTenants();
    const { database, keys, masterKeys, vault, seal, open, place } = tenancy;
    const sealed = await seal();
    keys.unshift(randomBytes(32));
    expect(await open(sealed, place, new Vault(masterKeys))).toEqual(secret);
    await database.transaction((sql) => vault.provideDataKey(sql, randomUUID(), now));
    const [current, earlier] = await masterKeys.ids();
    expect(await database.query(readMasterKeyUse)).toEqual(
      [
        { masterKeyId: current, count: 1 },
        { masterKeyId: earlier, count: 2 },
      ].toSorted((a, b) => (`${a.masterKeyId}` < `${b.masterKeyId}` ? -1 : 1)),
    );
  });

  test('behavior: after a rotation the earlier master key is not needed', async () => {
    await using tenancy = await twoTenants();
    const { database, keys, masterKeys, rotate, seal, open, place } = tenancy;
    const sealed = await seal();
    const [first] = await masterKeys.ids();
    const { ids, count } = await rotate();
    expect(count).toBe(2);
    expect(ids).toEqual([expect.not.stringContaining(`${first}`), first]);
    expect(await masterKeys.ids()).toEqual(ids);
    keys.pop();
    expect(await open(sealed, place, new Vault(masterKeys))).toEqual(secret);
    await database.query((sql) => requireMasterKeys(sql, masterKeys));
  });

  test('behavior: a rotation uses an existing new key, and the next one creates another', async () => {
    await using tenancy = await twoTenants();
    const { keys, masterKeys, rotate } = tenancy;
    keys.unshift(randomBytes(32));
    const brought = await masterKeys.ids();
    expect(await rotate()).toEqual({ ids: brought, count: 2 });
    expect(await rotate()).toEqual({ ids: [expect.any(String), ...brought], count: 2 });
  });

  test('behavior: a rotation that fails half-way changes nothing', async () => {
    await using tenancy = await twoTenants();
    const { database, masterKeys, rotate } = tenancy;
    const before = await database.query(readMasterKeyUse);
    let wraps = 0;
    const failing: typeof masterKeys = {
      ...masterKeys,
      wrap: (...args) => (++wraps === 2 ? Promise.reject(new Error('away')) : masterKeys.wrap(...args)),
    };
    await expect(rotate(failing)).rejects.toThrow('away');
    expect(await database.query(readMasterKeyUse)).toEqual(before);
  });

  test('error: MASTER_KEY_MISSING, a rotation whose key is removed meanwhile changes nothing', async () => {
    await using tenancy = await twoTenants();
    const { database, keys, masterKeys, rotate } = tenancy;
    const before = await database.query(readMasterKeyUse);
    let wraps = 0;
    const losing: typeof masterKeys = {
      ...masterKeys,
      async wrap(...args) {
        const wrapped = await masterKeys.wrap(...args);
        if (++wraps === 2) keys.shift();
        return wrapped;
      },
    };
    const message = expect.stringContaining('which was rolled back');
    await expect(rotate(losing)).rejects.toMatchObject({ code: 'MASTER_KEY_MISSING', message });
    expect(await database.query(readMasterKeyUse)).toEqual(before);
  });

  test('error: MASTER_KEY_UNKNOWN, no key is added if the master keys are the wrong ones', async () => {
    await using tenancy = await twoTenants();
    const { keys, rotate } = tenancy;
    const others = [randomBytes(32)];
    keys.splice(0, 1, ...others);
    await expect(rotate()).rejects.toMatchObject({ code: 'MASTER_KEY_UNKNOWN' });
    expect(keys).toEqual(others);
  });

  test('behavior: rotations during seals and opens lose nothing', async () => {
    await using tenancy = await twoTenants();
    const { keys, masterKeys, rotate, seal, open, place } = tenancy;
    const sealed: Uint8Array[] = [];
    let isOver = false;
    const work = Array.from({ length: 4 }, async () => {
      while (!isOver) sealed.push(await seal(place, new Vault(masterKeys)));
    });
    for (let round = 0; round < 5; round++) expect(await rotate()).toMatchObject({ count: 2 });
    isOver = true;
    await Promise.all(work);
    // Only now: a slow reader that read a data key before two rotations still needs a master key from before them.
    keys.length = 1;
    for (const each of sealed) expect(await open(each)).toEqual(secret);
  });
});

test('behavior: the database holds neither the key nor the secret', async () => {
  await using tenancy = await twoTenants();
  const { database, keys, seal } = tenancy;
  const sealed = Buffer.from(await seal());
  expect(sealed.includes(secret)).toBe(false);
  const rows = await database.query((sql) => sql<{ wrapped: Uint8Array }[]>`select * from data_keys`);
  for (const { wrapped } of rows) {
    expect(wrapped).toHaveLength(1 + 12 + 32 + 16);
    expect(Buffer.from(wrapped).includes(keys[0] ?? secret)).toBe(false);
  }
});
