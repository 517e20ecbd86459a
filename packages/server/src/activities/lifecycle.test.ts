import { afterAll, describe, expect, test } from 'vitest';
import { arrangeRows } from '../../test/arrange-rows.ts';
import { addOrganization } from '../../test/organizations.ts';
import { startService } from '../../test/service.ts';
import { activitiesTable } from '../core/audit/activities-table.ts';
import { RowWriter } from '../core/authority/row-writer.ts';
import type { RowOf } from '../core/tables/define-table.ts';
import { organizationsTable } from '../identity/organizations/organizations-table.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, send, ask, database } = service;

/** An activity that waits for a second root user. */
async function waiting() {
  const [ada, bob] = await addOrganization(service, { roots: 2, threshold: 2 });
  const { body, json } = await submit(ada, 'create_user_tag', { userTagName: 'Tag', userIds: [] });
  const { id: activityId, fingerprint } = json.activity;
  const read = async () => (await ask(ada, 'get_activity', { activityId })).json.activity;
  const again = () => send(ada, 'create_user_tag', body);
  return { ada, bob: bob as typeof ada, activityId, fingerprint, body, read, again };
}

/** Makes an activity and its votes 25 hours older. */
const wait = (activityId: string) =>
  database.transaction(async (sql) => {
    const [row] = await sql<[RowOf<typeof activitiesTable>]>`select * from activities where id = ${activityId}`;
    const approvalsSince = new Date(row.approvalsSince.getTime() - 25 * 60 * 60 * 1000);
    await new RowWriter(sql, service.macs, { id: row.organizationId, parentId: null }).change(activitiesTable, [row], {
      approvalsSince,
    });
    await sql`update votes set created_at = created_at - interval '25 hours' where activity_id = ${activityId}`;
  });

const auditOf = ({ organizationId }: { readonly organizationId: string }) =>
  database.query((sql) => sql`select content from audit_entries where organization_id = ${organizationId}`);

describe('the same bytes, sent again', () => {
  test('behavior: change nothing while the activity waits', async () => {
    const { ada, read, again } = await waiting();
    const before = [await read(), await auditOf(ada)];
    expect((await again()).json.activity).toEqual(before[0]);
    expect([await read(), await auditOf(ada)]).toEqual(before);
  });

  test('behavior: change nothing if they are an approval', async () => {
    const [ada, bob] = await addOrganization(service, { roots: 3, threshold: 3 });
    const { fingerprint } = (await submit(ada, 'create_user_tag', { userTagName: 'Tag', userIds: [] })).json.activity;
    const first = await submit(bob as typeof ada, 'approve_activity', { fingerprint });
    const before = await auditOf(ada);
    const second = await send(bob as typeof ada, 'approve_activity', first.body);
    expect(second.json).toEqual(first.json);
    expect(await auditOf(ada)).toEqual(before);
  });

  test('behavior: execute the activity if the threshold is lower now', async () => {
    const { ada, again } = await waiting();
    await arrangeRows(service, organizationsTable, { id: ada.organizationId }, { rootThreshold: 1 });
    expect((await again()).json.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('behavior: do not renew a lapsed approval', async () => {
    const { ada, bob, activityId, fingerprint, body, read, again } = await waiting();
    await wait(activityId);
    const before = await read();
    expect((await again()).json.activity).toEqual(before);
    const status = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
    expect((await send(bob, 'create_user_tag', body)).json.activity).toMatchObject({ status });
    expect((await again()).json.activity).toMatchObject({ status });
    const renewed = await submit(ada, 'approve_activity', { fingerprint });
    expect(renewed.json.activity).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
  });
});
