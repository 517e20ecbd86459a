import { registry } from '@mintmark/schema';
import { expect, test } from 'vitest';
import { addOrganization, addUser } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { createApp } from '../../runtime/app.ts';
import { fetchOf } from '../../runtime/http/in-process.ts';
import { openDatabase } from '../../storage/store/database.ts';

test('error: a database that answers with the activity of another user', async () => {
  await using service = await startService();
  const [ada] = await addOrganization(service);
  const eve = await addUser(service, ada);
  const denied = await service.submit(eve, 'update_root_quorum', { threshold: 1, userIds: [eve.userId] });
  expect(denied.error).toBe('REQUEST_NOT_AUTHORIZED');
  await service.database.transaction(async (sql) => {
    const [{ name }] = await sql<[{ name: string }]>`select current_database() as name`;
    await sql`create schema hostile`;
    await sql`create function hostile.always(bytea, bytea) returns boolean language sql as 'select true'`;
    await sql`create operator hostile.= (leftarg = bytea, rightarg = bytea, function = hostile.always)`;
    await sql`alter database ${sql(name)} set search_path = hostile, pg_catalog, public`;
    await sql`delete from votes where organization_id = ${ada.organizationId}`;
    await sql`delete from activities where organization_id = ${ada.organizationId} and denied_user_id is null`;
  });
  // Database settings apply to new connections only.
  const database = openDatabase({ address: service.address, ephemeral: true });
  const fetch = fetchOf(createApp({ database, services: service.services }));
  const body = JSON.stringify({
    type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
    timestampMs: String(Date.now()),
    organizationId: ada.organizationId,
    parameters: { userTagName: 'Harmless', userIds: [] },
  });
  const { name, value } = await ada.stamper.stamp(body);
  const unit = Object.values(registry).find((candidate) => candidate.name === 'create_user_tag');
  const response = await fetch(`http://local${unit?.path}`, { method: 'POST', headers: { [name]: value }, body });
  await database.close();
  expect(response.status).toBe(500);
  const { json } = await service.ask(ada, 'get_organization_configs');
  expect(json.configs.quorum.userIds).toEqual([ada.userId]);
});
