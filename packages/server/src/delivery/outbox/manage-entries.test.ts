import { expect, test } from 'vitest';
import { createOutboxRig } from '../../../test/outbox-rig.ts';
import { watched } from '../../../test/statements.ts';
import type { Database } from '../../storage/store/database.ts';
import type { ListedEntry } from './entries-of-all.ts';
import { listEntries, retryFailed, retryOne } from './manage-entries.ts';

/** All entries of a list. */
async function readAll(database: Database, filter = {}): Promise<ListedEntry[]> {
  const entries: ListedEntry[] = [];
  for await (const entry of listEntries(database, filter)) entries.push(entry);
  return entries;
}

test('default: lists without contents, and retries one, those of an organization, or all', async () => {
  await using rig = await createOutboxRig();
  const second = await rig.addOrganization();
  await rig.leave(rig.elsewhere, ['a', 'b']);
  await rig.leave(rig.elsewhere, ['c', 'd'], { organization: second });
  const { database } = rig;
  const fail = () =>
    database.query((sql) => sql`update outbox set state = 'failed', attempts = 12 where idempotency_key <> 'd'`);
  const list = (filter = {}) =>
    watched(async () => (await readAll(database, filter)).map((entry) => entry.idempotencyKey).toSorted());
  await fail();
  expect(await list()).toEqual(['a', 'b', 'c', 'd']);
  expect(await list({ state: 'failed' })).toEqual(['a', 'b', 'c']);
  expect(await list({ organizationId: second.id })).toEqual(['c', 'd']);
  const first = (await readAll(database)).find(({ idempotencyKey }) => idempotencyKey === 'a');
  expect(first).not.toHaveProperty('contents');
  expect(first).not.toHaveProperty('sealedContents');

  expect(await watched(() => retryOne(database, first?.id as string))).toBe(1);
  expect(await list({ state: 'failed' })).toEqual(['b', 'c']);
  expect((await rig.rows()).find(({ idempotencyKey }) => idempotencyKey === 'a')).toMatchObject({
    state: 'waiting',
    attempts: 1,
  });
  expect(await watched(() => retryFailed(database, second.id))).toBe(1);
  expect(await list({ state: 'failed' })).toEqual(['b']);
  await fail();
  expect(await watched(() => retryFailed(database))).toBe(3);
  expect(await list({ state: 'failed' })).toEqual([]);
});

test('behavior: lists more entries than one batch holds', async () => {
  await using rig = await createOutboxRig();
  await rig.leave(
    rig.elsewhere,
    Array.from({ length: 1_001 }, (_, index) => `key-${index}`),
  );
  expect(await watched(() => readAll(rig.database))).toHaveLength(1_001);
});
