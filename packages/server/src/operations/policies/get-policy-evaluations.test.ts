import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { auditRows } from '../../../test/arrange-rows.ts';
import { addOrganization, refusalOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { RowWriter } from '../../core/authority/row-writer.ts';
import { uuidv7 } from '../../core/model/ids.ts';
import { encodeOutcomes, type PolicyOutcome } from '../../policies/rows/policy-evaluation.ts';
import { policyEvaluationsTable } from '../../policies/rows/policy-evaluations-table.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { database, macs, submit, ask } = service;
const [ada] = await addOrganization(service);
const { organizationId } = ada;

const submitted = async (): Promise<string> =>
  (await submit(ada, 'create_user_tag', { userTagName: randomUUID(), userIds: [] })).json.activity.id;

/** Stores an evaluation as the service would. */
async function insert(
  activityId: string,
  voteId: string | null,
  outcomes: readonly PolicyOutcome[],
  createdAt: Date,
): Promise<string> {
  const id = uuidv7(createdAt);
  await database.transaction(async (sql) => {
    const writer = new RowWriter(sql, macs, { id: organizationId, parentId: null });
    const row = { organizationId, id, activityId, voteId, outcomes: encodeOutcomes(outcomes), createdAt };
    await sql`insert into policy_evaluations ${sql(writer.sealed(policyEvaluationsTable, row))}`;
    await auditRows(service, sql, { id: organizationId }, await writer.finish());
  });
  return id;
}

test('default', async () => {
  const [activityId, voteId] = [await submitted(), randomUUID()];
  const allowed: readonly PolicyOutcome[] = [
    { policyId: randomUUID(), outcome: 'OUTCOME_ALLOW' },
    { policyId: randomUUID(), outcome: 'OUTCOME_TIME_INACTIVE' },
  ];
  const denied: readonly PolicyOutcome[] = [{ policyId: randomUUID(), outcome: 'OUTCOME_DENY_EXPLICIT' }];
  const later = await insert(activityId, voteId, allowed, new Date(1_800_000_000_250));
  const earlier = await insert(activityId, null, denied, new Date(1_700_000_000_000));
  await insert(await submitted(), randomUUID(), allowed, new Date());
  const here = { activityId, organizationId };
  const expected = [
    {
      id: earlier,
      ...here,
      voteId: '',
      policyEvaluations: denied,
      createdAt: { seconds: '1700000000', nanos: '0' },
    },
    {
      id: later,
      ...here,
      voteId,
      policyEvaluations: allowed,
      createdAt: { seconds: '1800000000', nanos: '250000000' },
    },
  ];
  for (const asked of [activityId, activityId.toUpperCase()])
    expect((await ask(ada, 'get_policy_evaluations', { activityId: asked })).json).toEqual({
      policyEvaluations: expected,
    });
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: an activity that no policy was evaluated for', async () => {
  const { json } = await ask(ada, 'get_policy_evaluations', { activityId: await submitted() });
  expect(json).toEqual({ policyEvaluations: [] });
});

test('behavior: an evaluation that the service did not write is ignored', async () => {
  const [activityId, policyId] = [await submitted(), randomUUID()];
  const id = await insert(activityId, null, [{ policyId, outcome: 'OUTCOME_DENY_EXPLICIT' }], new Date());
  const outcomes = Buffer.from(encodeOutcomes([{ policyId, outcome: 'OUTCOME_ALLOW' }]));
  await database.transaction((sql) =>
    sql`update policy_evaluations set outcomes = ${outcomes} where id = ${id}`.execute(),
  );
  expect((await ask(ada, 'get_policy_evaluations', { activityId })).json).toEqual({ policyEvaluations: [] });
});

test('error: an activity of nobody, or of another organization', async () => {
  const notFound = [404, 'ACTIVITY_NOT_FOUND'];
  expect(refusalOf(await ask(ada, 'get_policy_evaluations', { activityId: randomUUID() }))).toEqual(notFound);
  const [kim] = await addOrganization(service);
  const activityId = await submitted();
  expect(refusalOf(await ask(kim, 'get_policy_evaluations', { activityId }))).toEqual(notFound);
});
