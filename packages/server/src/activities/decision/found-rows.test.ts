import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startService } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import type { ActivityRequest } from './activity-request.ts';
import { findRows } from './found-rows.ts';

/** PostgreSQL plans a prepared statement for its values five times before it may keep one plan for all values. */
const plansForValues = 5;

test.each([1, 3])(
  'behavior: PostgreSQL keeps its plan for what decides about requests to %i organizations',
  async (count) => {
    await using service = await startService();
    const { database, services } = service;
    const actors = [];
    for (let index = 0; index < count; index++) actors.push(await addSubOrganization(service, `Sub ${index}`));
    for (const actor of actors) await service.submit(actor, 'create_user_tag', { userTagName: 'Tag', userIds: [] });
    const asks = actors.map(({ organizationId, userId }) => {
      const organization = {
        id: organizationId,
        parentId: service.root.organizationId,
        name: '',
        rootThreshold: 1,
        source: null,
      };
      const requestOf = () =>
        ({ caller: { organization, userId }, fingerprint: randomBytes(32) }) as unknown as ActivityRequest;
      return () => ({ organization, requests: [requestOf()] });
    });
    const [plans] = await database.transaction(async (sql) => {
      await sql`
      insert into activities
      select (jsonb_populate_record(activities, jsonb_build_object(
        'id', gen_random_uuid(), 'fingerprint', sha256((organization_id::text || id || number)::bytea)
      ))).* from activities, generate_series(1, 5000) as number`;
      await sql`analyze activities`;
      for (let round = 0; round < 2 * plansForValues; round++) {
        const found = await findRows(
          { sql, services },
          asks.map((ask) => ask()),
          { withOrganization: false, isDistributed: false },
        );
        expect(found.size).toBe(count);
      }
      // Looks have prepared a statement of their own on this connection.
      return await sql<{ readonly customPlans: bigint }[]>`
        select custom_plans from pg_prepared_statements
        where statement like ${'%organization_id in (%has_endpoints%'} and statement not like ${'%as organization,%'}`;
    });
    expect(plans?.customPlans).toBe(BigInt(plansForValues));
  },
);

test('behavior: users are read again when their rows have changed, and a forged row is reported each time', async () => {
  await using service = await startService();
  const { database, services, forged, root } = service;
  const { organizationId, userId } = root;
  const organization = { id: organizationId, parentId: null, name: '', rootThreshold: 1, source: null };
  const request = { caller: { organization, userId }, fingerprint: randomBytes(32) } as unknown as ActivityRequest;
  const read = async () => {
    const found = await database.query((sql) =>
      findRows({ sql, services }, [{ organization, requests: [request] }], {
        withOrganization: false,
        isDistributed: false,
      }),
    );
    return found.get(organizationId)?.users() ?? [];
  };
  const [before] = await read();
  expect((await read())[0]).toBe(before);
  await service.submit(root, 'update_user', { userId, userName: 'Renamed' });
  expect(await read()).toMatchObject([{ name: 'Renamed', apiKeys: before?.apiKeys }]);
  await database.transaction(
    (sql) => sql`update api_keys set mac = 'forged' where organization_id = ${organizationId}`,
  );
  for (const count of [1, 2]) {
    expect(await read()).toMatchObject([{ name: 'Renamed', apiKeys: [] }]);
    expect(forged.filter(({ table }) => table === 'api_keys')).toHaveLength(count);
  }
});
