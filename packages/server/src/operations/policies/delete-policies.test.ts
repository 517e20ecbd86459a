import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const [ada] = await addOrganization(service);

let policies = 0;
const create = async (actor = ada): Promise<string> => {
  const parameters = { policyName: `Policy ${++policies}`, effect: 'EFFECT_ALLOW', notes: '' };
  return resultOf(await submit(actor, 'create_policy', parameters)).policyId;
};
const idsOf = async (): Promise<string[]> =>
  (await ask(ada, 'list_policies')).json.policies.map(({ policyId }: { policyId: string }) => policyId);

test('default', async () => {
  const [one, two, three] = [await create(), await create(), await create()];
  const policyIds = [three, one];
  expect(resultOf(await submit(ada, 'delete_policies', { policyIds }))).toEqual({ policyIds });
  expect(await idsOf()).toEqual([two]);
  expect(refusalOf(await ask(ada, 'get_policy', { policyId: one }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: delete_policy', async () => {
  const policyId = await create();
  const upper = { policyId: policyId.toUpperCase() };
  expect(resultOf(await submit(ada, 'delete_policy', upper))).toEqual({ policyId });
  expect(await idsOf()).not.toContain(policyId);
  expect(refusalOf(await submit(ada, 'delete_policy', { policyId }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});

test('behavior: a policy that is named twice is deleted once', async () => {
  const policyId = await create();
  const policyIds = [policyId, policyId.toUpperCase()];
  expect(resultOf(await submit(ada, 'delete_policies', { policyIds }))).toEqual({ policyIds: [policyId] });
});

test('error: all or none', async () => {
  const policyId = await create();
  const [kim] = await addOrganization(service);
  const before = await idsOf();
  for (const unknown of [randomUUID(), await create(kim)]) {
    const { error } = await submit(ada, 'delete_policies', { policyIds: [policyId, unknown] });
    expect(error).toBe('RESOURCE_NOT_FOUND');
  }
  expect(await idsOf()).toEqual(before);
});
