import { expect, test } from 'vitest';
import { startService } from './service.ts';
import { readTables } from './table-state.ts';

test('behavior: every change of a row is seen, also one that leaves its values as they are', async () => {
  await using service = await startService();
  const { database } = service;
  const before = await readTables(database);
  expect(await readTables(database)).toEqual(before);
  await database.transaction(async (sql) => {
    await sql`update users set name = name`;
  });
  const updated = await readTables(database);
  expect(updated).not.toEqual(before);
  await database.transaction(async (sql) => {
    await sql`delete from api_keys`;
  });
  expect(await readTables(database)).not.toEqual(updated);
});

test('behavior: a change is seen as soon as it is committed', async () => {
  await using service = await startService();
  const { database } = service;
  const before = await readTables(database);
  await database.transaction(async (sql) => {
    await sql`update users set name = name`;
    expect(await readTables(database)).toEqual(before);
  });
  expect(await readTables(database)).not.toEqual(before);
});
