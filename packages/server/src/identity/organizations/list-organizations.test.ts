import { afterAll, expect, test } from 'vitest';
import { addOrganization } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { watched } from '../../../test/statements.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { RowWriter } from '../../core/authority/row-writer.ts';
import { uuidv7 } from '../../core/model/ids.ts';
import { listOrganizations } from './list-organizations.ts';
import { organizationsTable } from './organizations-table.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { database, macs, root, submit } = service;

const list = () =>
  watched(async () => {
    const listed = [];
    for await (const organization of listOrganizations(database, macs)) listed.push(organization);
    return listed;
  });
const createdAt = expect.any(Date);
const first = { id: root.organizationId, name: 'Mintmark', createdAt };

test('default', async () => {
  expect(await list()).toEqual([{ ...first, subOrganizations: 0 }]);
});

test('behavior: counts sub-organizations that were not deleted', async () => {
  await addSubOrganization(service, 'Ada');
  const gone = await addSubOrganization(service, 'Gone');
  await submit(gone, 'delete_sub_organization', { deleteWithoutExport: true });
  const [{ organizationId: id }] = await addOrganization(service);
  expect(await list()).toEqual([
    { ...first, subOrganizations: 1 },
    { id, name: 'Organization', createdAt, subOrganizations: 0 },
  ]);
});

test('behavior: leaves out and reports rows that the service did not write', async () => {
  const [top, child] = [uuidv7(new Date()), uuidv7(new Date())];
  await database.transaction(
    (sql) => sql`
      insert into organizations (id, parent_id, name, root_threshold, created_at, updated_at, mac)
      values
        (${top}, null, 'Forged', 1, now(), now(), 'AAAA'),
        (${child}, ${root.organizationId}, 'Forged', 1, now(), now(), 'AAAA')`,
  );
  expect(await list()).toMatchObject([{ ...first, subOrganizations: 1 }, { name: 'Organization' }]);
  expect(service.forged.map(({ row }) => row).sort()).toEqual(
    [`organizations/${top}`, `organizations/${child}`].sort(),
  );
});

test('behavior: counts more sub-organizations than are read together', async () => {
  const [parent] = await addOrganization(service);
  const now = new Date();
  const children = Array.from({ length: 2_001 }, () => {
    const id = uuidv7(now);
    const row = { id, parentId: parent.organizationId, name: '', rootThreshold: 1 };
    return { ...row, policiesDigest: null, source: null, createdAt: now, updatedAt: now, deletedAt: null };
  });
  await database.transaction(async (sql) => {
    const writer = new RowWriter(sql, macs, { id: parent.organizationId, parentId: null });
    for (let start = 0; start < children.length; start += 500) {
      const rows = children.slice(start, start + 500).map((row) => writer.sealed(organizationsTable, row));
      await sql`insert into organizations ${sql(rows)}`;
    }
  });
  expect((await list()).at(-1)).toMatchObject({ id: parent.organizationId, subOrganizations: 2_001 });
});
