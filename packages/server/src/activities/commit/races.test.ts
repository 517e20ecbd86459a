import { type ActivityUnit, registry, type Unit } from '@mintmark/schema';
import { afterAll, expect, test } from 'vitest';
import { arrangeRows } from '../../../test/arrange-rows.ts';
import { type Answer, sendBytes, stampFor } from '../../../test/exchange.ts';
import { addOrganization } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';
import { createApp } from '../../runtime/app.ts';
import { openDatabase } from '../../storage/store/database.ts';
import { verifyAudit } from '../audit-proof/verify-audit.ts';

// Two services that share only their database, as two processes do.
const service = await startService();
const otherDatabase = openDatabase({ address: service.address, ephemeral: true, timeoutMs: 60_000 });
const apps = [service.app, createApp({ database: otherDatabase, services: service.services })];
afterAll(async () => {
  await otherDatabase.close();
  await service[Symbol.asyncDispose]();
});
const { submit, database } = service;

let sent = 0;

/** Sends a body to one of the services, and retries while that service is too busy. */
async function send(actor: Actor, operation: string, body: string) {
  const { path } = Object.values<Unit>(registry).find(({ name }) => name === operation) as Unit;
  const bytes = Buffer.from(body);
  const stamp = await stampFor(actor, bytes);
  const app = apps[sent++ % apps.length] as (typeof apps)[number];
  let answer: Answer;
  do answer = await sendBytes(app, path, bytes, stamp);
  while (answer.status === 503);
  const json = JSON.parse(answer.body);
  return { status: answer.status, activity: json.activity, error: json.details?.[0].errorCode };
}

const bodyOf = (actor: Actor, operation: string, parameters: object) => {
  const { type } = Object.values<Unit>(registry).find(({ name }) => name === operation) as ActivityUnit;
  const { organizationId } = actor;
  return JSON.stringify({ type, timestampMs: String(Date.now()), organizationId, parameters });
};

const vote = (actor: Actor, operation: 'approve_activity' | 'reject_activity', fingerprint: string) =>
  send(actor, operation, bodyOf(actor, operation, { fingerprint }));

/** Creates an organization and returns its root users, of whom `threshold` must approve. */
const organization = (roots: number, threshold: number): Promise<Actor[]> =>
  addOrganization(service, { roots, threshold });

const newTag = { userTagName: 'Tag', userIds: [] };
const tagsOf = async (actor: Actor) => (await service.ask(actor, 'list_user_tags')).json.userTags.length;

interface AuditEntry {
  readonly activityId?: string;
}

const auditOf = async ({ organizationId }: Actor): Promise<AuditEntry[]> => {
  const rows = await database.query(
    (sql) => sql<{ content: string }[]>`
      select content from audit_entries where organization_id = ${organizationId} order by sequence`,
  );
  return rows.map(({ content }) => JSON.parse(content) as AuditEntry).filter(({ activityId }) => activityId);
};

test('behavior: the same body sent 200 times to two services is one activity with one effect', async () => {
  const [ada] = (await organization(1, 1)) as [Actor];
  const body = bodyOf(ada, 'create_user_tag', newTag);
  const answers = await Promise.all(Array.from({ length: 200 }, () => send(ada, 'create_user_tag', body)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ activity }) => JSON.stringify(activity))).size).toBe(1);
  expect([await tagsOf(ada), (await auditOf(ada)).length]).toEqual([1, 1]);
});

test('behavior: 20 concurrent approvals, of which one is needed, execute it once', async () => {
  const [ada, ...others] = (await organization(21, 2)) as [Actor, ...Actor[]];
  const { fingerprint } = (await submit(ada, 'create_user_tag', newTag)).json.activity;
  const answers = await Promise.all(others.map((other) => vote(other, 'approve_activity', fingerprint)));
  const [last, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  expect(last?.activity).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED', votes: [{}, {}] });
  for (const { status, error } of answers) expect(status === 200 || error === 'ACTIVITY_NOT_OPEN').toBe(true);
  expect([await tagsOf(ada), (await auditOf(ada)).length]).toEqual([1, 2]);
});

test('behavior: 20 users who send the body itself concurrently execute it once, and all are answered', async () => {
  const everybody = (await organization(20, 2)) as [Actor, ...Actor[]];
  const [ada] = everybody;
  const body = bodyOf(ada, 'create_user_tag', newTag);
  const answers = await Promise.all(everybody.map((actor) => send(actor, 'create_user_tag', body)));
  expect(new Set(answers.map(({ activity }) => activity.id)).size).toBe(1);
  const { activity } = await send(ada, 'create_user_tag', body);
  expect(activity).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED', votes: [{}, {}] });
  expect([await tagsOf(ada), (await auditOf(ada)).length]).toEqual([1, 2]);
});

test('behavior: of a concurrent approval and rejection, one decides, and the other is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const [ada, bob, eve] = (await organization(3, 2)) as [Actor, Actor, Actor];
    const { id, fingerprint } = (await submit(ada, 'create_user_tag', newTag)).json.activity;
    const answers = await Promise.all([
      vote(bob, 'approve_activity', fingerprint),
      vote(eve, 'reject_activity', fingerprint),
    ]);
    expect(answers.map(({ error }) => error).toSorted()).toEqual(['ACTIVITY_NOT_OPEN', undefined]);
    const { status } = (await service.ask(ada, 'get_activity', { activityId: id })).json.activity;
    const isApproved = answers[0]?.error === undefined;
    expect(status).toBe(isApproved ? 'ACTIVITY_STATUS_COMPLETED' : 'ACTIVITY_STATUS_REJECTED');
    expect(await tagsOf(ada)).toBe(isApproved ? 1 : 0);
  }
});

test('behavior: an approval during a change of the quorum counts by the quorum that it finds', async () => {
  for (let round = 0; round < 10; round++) {
    const everybody = (await organization(3, 2)) as [Actor, Actor, Actor];
    const [ada, bob, eve] = everybody;
    const { id, fingerprint } = (await submit(ada, 'create_user_tag', newTag)).json.activity;
    const userIds = everybody.map(({ userId }) => userId);
    const raise = (await submit(ada, 'update_root_quorum', { threshold: 3, userIds })).json.activity;
    await Promise.all([vote(bob, 'approve_activity', fingerprint), vote(eve, 'approve_activity', raise.fingerprint)]);
    const audit = await auditOf(ada);
    const isRaisedFirst =
      audit.findLastIndex(({ activityId }) => activityId === raise.id) <
      audit.findLastIndex(({ activityId }) => activityId === id);
    expect(await tagsOf(ada)).toBe(isRaisedFirst ? 0 : 1);
    if (!isRaisedFirst) continue;
    expect((await vote(eve, 'approve_activity', fingerprint)).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  }
});

const deleteKeys = ({ userId }: Actor) => arrangeRows(service, apiKeysTable, { userId }, { deletedAt: new Date() });

test('behavior: an approval whose key is deleted no longer counts', async () => {
  const [ada, bob, eve] = (await organization(3, 2)) as [Actor, Actor, Actor];
  const { fingerprint } = (await submit(ada, 'create_user_tag', newTag)).json.activity;
  await deleteKeys(ada);
  const { activity } = await vote(bob, 'approve_activity', fingerprint);
  expect(activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  await deleteKeys(bob);
  expect((await vote(eve, 'approve_activity', fingerprint)).activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  expect(await tagsOf(eve)).toBe(0);
});

test('behavior: an approval whose key is deleted concurrently counts only if the decision comes before the deletion', async () => {
  for (let round = 0; round < 10; round++) {
    const [ada, bob, eve] = (await organization(3, 2)) as [Actor, Actor, Actor];
    const { fingerprint } = (await submit(ada, 'create_user_tag', newTag)).json.activity;
    // Ada's key is deleted while bob sends the second approval.
    const [{ activity }] = await Promise.all([vote(bob, 'approve_activity', fingerprint), deleteKeys(ada)]);
    const isCounted = activity.status === 'ACTIVITY_STATUS_COMPLETED';
    expect(await tagsOf(bob)).toBe(isCounted ? 1 : 0);
    const next = await vote(eve, 'approve_activity', fingerprint);
    expect(isCounted ? next.error : next.activity.status).toBe(
      isCounted ? 'ACTIVITY_NOT_OPEN' : 'ACTIVITY_STATUS_COMPLETED',
    );
    expect(await tagsOf(bob)).toBe(1);
  }
});

test('behavior: the audit holds after all of this', async () => {
  expect((await verifyAudit(service)).problems).toEqual([]);
});
