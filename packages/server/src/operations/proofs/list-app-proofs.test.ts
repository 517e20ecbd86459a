import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf } from '../../../test/organizations.ts';
import { payloadsOf } from '../../../test/proofs.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { ask, submit, root, database } = service;

const tagged = async (generateAppProofs: boolean): Promise<string> => {
  const tag = { userTagName: randomUUID(), userIds: [] };
  return (await submit(root, 'create_user_tag', tag, { generateAppProofs })).json.activity.id;
};
const list = async (activityId: string) => (await ask(root, 'list_app_proofs', { activityId })).json;

test('default', async () => {
  const { appProofs } = await list(await tagged(true));
  expect(await payloadsOf(service, root, appProofs)).toMatchObject([
    { policyOutcomeProof: { organizationId: root.organizationId, outcome: 'OUTCOME_ALLOW' } },
  ]);
});

test('behavior: none were asked for', async () => {
  expect(await list(await tagged(false))).toEqual({ appProofs: [] });
});

test('behavior: proofs that were moved to another activity do not count', async () => {
  const [from, to] = [await tagged(true), await tagged(true)];
  await database.query((sql) => sql`update app_proofs set activity_id = ${to} where activity_id = ${from}`.execute());
  expect(await list(from)).toEqual({ appProofs: [] });
  expect((await list(to)).appProofs).toHaveLength(1);
  expect(service.forged).toContainEqual(expect.objectContaining({ table: 'app_proofs' }));
});

test('error: unknown activity, and one of another organization', async () => {
  const notFound = [404, 'ACTIVITY_NOT_FOUND'];
  expect(refusalOf(await ask(root, 'list_app_proofs', { activityId: randomUUID() }))).toEqual(notFound);
  const [other] = await addOrganization(service);
  expect(refusalOf(await ask(other, 'list_app_proofs', { activityId: await tagged(true) }))).toEqual(notFound);
});
