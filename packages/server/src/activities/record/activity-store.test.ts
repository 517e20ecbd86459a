import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startService } from '../../../test/service.ts';
import { readHeadAndActivities } from './activity-store.ts';

/** PostgreSQL plans a prepared statement for its values five times before it may keep one plan for all values. */
const plansForValues = 5;

test('behavior: PostgreSQL keeps its plan for the existing activities of requests', async () => {
  await using service = await startService();
  const { database, root } = service;
  await service.submit(root, 'create_user_tag', { userTagName: 'Tag', userIds: [] });
  const organization = { id: root.organizationId, parentId: null, name: '', rootThreshold: 1, source: null };
  const [plans] = await database.transaction(async (sql) => {
    await sql`
      insert into activities
      select (jsonb_populate_record(activities, jsonb_build_object(
        'id', gen_random_uuid(), 'fingerprint', sha256(number::text::bytea)
      ))).* from activities, generate_series(1, 5000) as number`;
    await sql`analyze activities`;
    for (let count = 0; count < 2 * plansForValues; count++)
      await readHeadAndActivities(sql, organization, [randomBytes(32)]);
    return await sql<{ readonly customPlans: bigint }[]>`
      select custom_plans from pg_prepared_statements where statement like ${'%head_sequence%'}`;
  });
  expect(plans?.customPlans).toBe(BigInt(plansForValues));
});
