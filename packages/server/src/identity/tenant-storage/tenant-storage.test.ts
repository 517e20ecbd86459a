import { expect, test } from 'vitest';
import { addOrganization } from '../../../test/organizations.ts';
import { type Service, startService } from '../../../test/service.ts';
import { watched } from '../../../test/statements.ts';
import { bytesInTables, countedBytes } from '../../../test/stored-bytes.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { countedTables } from '../../activities/tables.ts';
import type { Organization } from '../../core/model/organization.ts';
import { defaultLimits } from '../../core/ports/usage-limits.ts';
import { createServer } from '../../runtime/create-server.ts';
import { TenantStorage } from './tenant-storage.ts';

/** A service that notes to two processes, of which each gathers what it is told. */
async function startRig() {
  let storage: TenantStorage | undefined;
  const service = await startService({
    storage: {
      usedBy: (tenantId) => storage?.usedBy(tenantId) ?? 0,
      note: (organization) => storage?.note(organization),
    },
  });
  const newProcess = () => new TenantStorage({ database: service.database, tables: countedTables });
  storage = newProcess();
  return { service, storage, newProcess, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

/** What an organization and its sub-organizations have stored, read from all tables. */
async function bytesOfTenant({ database }: Service, tenantId: string): Promise<number> {
  const organizations = await database.query(
    (sql) => sql<{ id: string }[]>`select id from organizations where id = ${tenantId} or parent_id = ${tenantId}`,
  );
  let bytes = 0;
  for (const { id } of organizations) bytes += await bytesInTables(database, id);
  return bytes;
}

const totalIn = async ({ database }: Service, tenantId: string): Promise<number> => {
  const [row] = await database.query(
    (sql) => sql<{ bytes: bigint }[]>`select bytes from storage_totals where organization_id = ${tenantId}`,
  );
  return Number(row?.bytes);
};

test('default: the total gathers what activities have stored, also in organizations that were just created', async () => {
  await using rig = await startRig();
  const { service, storage } = rig;
  const { organizationId: tenantId } = service.root;
  const [other] = await addOrganization(service);
  const subs = await Promise.all(['One', 'Two', 'Three'].map((name) => addSubOrganization(service, name)));
  expect(storage.usedBy(tenantId)).toBe(0);
  await watched(() => storage.gather());
  expect(storage.usedBy(tenantId)).toBe(await bytesOfTenant(service, tenantId));
  for (const actor of [...subs, other])
    await service.submit(actor, 'create_user_tag', { userTagName: 'T', userIds: [] });
  await watched(() => storage.gather());
  expect(storage.usedBy(tenantId)).toBe(await bytesOfTenant(service, tenantId));
  expect(storage.usedBy(other.organizationId)).toBe(await bytesOfTenant(service, other.organizationId));
  const shown = await service.ask(service.root, 'get_organization_configs');
  expect(shown.json.configs.storage.usedBytes).toBe(String(await bytesOfTenant(service, tenantId)));
});

test('behavior: an organization whose creation is not committed yet is looked for again, but not for ever', async () => {
  await using rig = await startRig();
  const { service, storage } = rig;
  const { organizationId: tenantId } = service.root;
  const unknown = { id: '01a1ec17-0000-7000-8000-000000000000', parentId: tenantId } as Organization;
  storage.note(unknown);
  await storage.gather();
  const statements: string[] = [];
  const stop = service.watchStatements((text) => statements.push(text));
  for (let count = 0; count < 10; count++) await watched(() => storage.gather());
  stop();
  const looks = statements.filter((text) => text.includes('any($1::uuid[])') && text.includes('audit_heads'));
  expect(looks.length).toBe(4);
});

test('behavior: several processes gather at the same time, each what it was told', async () => {
  await using rig = await startRig();
  const { service, newProcess } = rig;
  const { organizationId: tenantId } = service.root;
  const processes = [newProcess(), newProcess(), newProcess()];
  const subs = await Promise.all(['One', 'Two', 'Three'].map((name) => addSubOrganization(service, name)));
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      subs.map(async ({ organizationId: id, ...actor }, index) => {
        await service.submit({ ...actor, organizationId: id }, 'create_user_tag', {
          userTagName: `${round}`,
          userIds: [],
        });
        processes[index]?.note({ id, parentId: tenantId });
        processes[(index + round) % 3]?.note({ id, parentId: tenantId });
        processes[0]?.note({ id: tenantId, parentId: null });
      }),
    );
    await Promise.all(processes.map((one) => one.gather()));
  }
  expect(await totalIn(service, tenantId)).toBe(await bytesOfTenant(service, tenantId));
});

test('behavior: a process of a distributed service knows what it gathered itself, and asks rarely for the rest', async () => {
  await using rig = await startRig();
  const { service, storage: other } = rig;
  const { organizationId: tenantId } = service.root;
  const own = new TenantStorage({ database: service.database, tables: countedTables, isDistributed: true });
  await own.gather();
  const { organizationId: id } = await addSubOrganization(service, 'One');
  own.note({ id, parentId: tenantId });
  own.note({ id: tenantId, parentId: null });
  await own.gather();
  const bytes = await bytesOfTenant(service, tenantId);
  expect(own.usedBy(tenantId)).toBe(bytes);
  await addSubOrganization(service, 'Two');
  await other.gather();
  await own.gather();
  expect([own.usedBy(tenantId), other.usedBy(tenantId)]).toEqual([bytes, await bytesOfTenant(service, tenantId)]);
});

test('behavior: what a process that was killed had not added is found when the next one compares', async () => {
  await using rig = await startRig();
  const { service, newProcess } = rig;
  const { organizationId: tenantId } = service.root;
  const { storage: killed } = rig;
  await addSubOrganization(service, 'One');
  await killed.gather();
  const before = await totalIn(service, tenantId);
  await addSubOrganization(service, 'Two');
  const next = newProcess();
  await watched(() => next.compare(0));
  expect(await totalIn(service, tenantId)).toBe(await bytesOfTenant(service, tenantId));
  expect(await totalIn(service, tenantId)).toBeGreaterThan(before);
  // A process that starts at the same time need not do it again.
  await addSubOrganization(service, 'Three');
  const beforeThree = await totalIn(service, tenantId);
  await newProcess().compare(60_000);
  expect(await totalIn(service, tenantId)).toBe(beforeThree);
});

test('behavior: a total that was lost is computed again from the organizations', async () => {
  await using rig = await startRig();
  const { service, storage } = rig;
  await addSubOrganization(service, 'One');
  await storage.gather();
  await service.database.transaction(async (sql) => {
    await sql`delete from storage_totals`;
    await sql`delete from storage_shares`;
  });
  await storage.compare(0);
  const { organizationId: tenantId } = service.root;
  expect(await totalIn(service, tenantId)).toBe(await bytesOfTenant(service, tenantId));
});

test('behavior: after an upgrade, organizations are counted with what they had before, while activities run', async () => {
  await using rig = await startRig();
  const { service, storage } = rig;
  const { database } = service;
  const { organizationId: tenantId } = service.root;
  const subs = await Promise.all(['Active', 'Idle'].map((name) => addSubOrganization(service, name)));
  // As the migration leaves them.
  await database.transaction((sql) => sql`update audit_heads set bytes = 0, earlier_bytes = null`);
  const shown = async (actor: (typeof subs)[number]) =>
    (await service.ask(actor, 'get_organization_configs')).json.configs.storage;
  for (const actor of [service.root, ...subs]) expect(await shown(actor)).toBe(undefined);
  const tag = (number: number) =>
    service.submit(service.root, 'create_user_tag', { userTagName: `${number}`, userIds: [] });
  const tags = Array.from({ length: 30 }, async (_, number) => (await tag(number)).status);
  await Promise.all([storage.compare(0), ...tags]);
  await storage.gather();
  for (const { organizationId } of [service.root, ...subs])
    expect(await countedBytes(database, organizationId)).toBe(await bytesInTables(database, organizationId));
  await storage.gather();
  expect(storage.usedBy(tenantId)).toBe(await bytesOfTenant(service, tenantId));
});

test('behavior: after an upgrade, an organization that has changed is counted without waiting for all others', async () => {
  await using rig = await startRig();
  const { service, storage } = rig;
  const { database } = service;
  const ada = await addSubOrganization(service, 'Active');
  await storage.gather();
  await database.transaction((sql) => sql`update audit_heads set bytes = 0, earlier_bytes = null`);
  await service.submit(ada, 'create_user_tag', { userTagName: 'T', userIds: [] });
  await storage.gather();
  await storage.count();
  expect(await countedBytes(database, ada.organizationId)).toBe(await bytesInTables(database, ada.organizationId));
  expect(await countedBytes(database, service.root.organizationId)).toBe(null);
});

test('default: a server gathers by itself', async () => {
  const told: [ReadonlyMap<string, number>, number][] = [];
  const first = Promise.withResolvers<void>();
  const onStored = (tenants: ReadonlyMap<string, number>, limit: number) => {
    told.push([tenants, limit]);
    if (tenants.size > 0) first.resolve();
  };
  const configuration = { limits: { ...defaultLimits, tenantBytes: 123_456_789 } };
  await using server = await createServer({ database: 'ephemeral', configuration, onStored });
  await first.promise;
  expect(told.at(-1)?.[1]).toBe(123_456_789);
  expect(told.at(-1)?.[0].get(server.organizationId)).toBeGreaterThan(1_000);
});
