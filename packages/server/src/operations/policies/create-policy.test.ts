import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const [ada] = await addOrganization(service);

let policies = 0;
const newPolicy = (more: object = {}) => ({
  policyName: `Policy ${++policies}`,
  effect: 'EFFECT_ALLOW',
  condition: "activity.resource == 'WALLET'",
  consensus: 'approvers.count() >= 2',
  notes: '',
  ...more,
});
const create = (more?: object, actor = ada) => submit(actor, 'create_policy', newPolicy(more));
const namesOf = async (actor: Actor): Promise<string[]> =>
  (await ask(actor, 'list_policies')).json.policies.map(({ policyName }: { policyName: string }) => policyName);

test('default', async () => {
  const parameters = newPolicy({ notes: 'Agreed', time: "time.now < Timestamp('2027-01-01T00:00:00Z')" });
  const { policyId } = resultOf(await submit(ada, 'create_policy', parameters));
  const { policy } = (await ask(ada, 'get_policy', { policyId: policyId.toUpperCase() })).json;
  expect(policy).toEqual({
    policyId,
    ...parameters,
    createdAt: { seconds: expect.stringMatching(/^\d+$/), nanos: expect.stringMatching(/^\d+$/) },
    updatedAt: policy.createdAt,
  });
  expect((await ask(ada, 'list_policies')).json.policies).toEqual([policy]);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test.each([
  ['absent', {}],
  ['null', { condition: null, consensus: null, time: null }],
  ['empty', { condition: '', consensus: '', time: '' }],
])('behavior: expressions that are %s are always true', async (_name, expressions) => {
  const parameters = { policyName: `Open ${++policies}`, effect: 'EFFECT_DENY', notes: '', ...expressions };
  const [kim] = await addOrganization(service);
  const { policyId } = resultOf(await submit(kim, 'create_policy', parameters));
  const { policy } = (await ask(kim, 'get_policy', { policyId })).json;
  expect(policy).toMatchObject({ condition: '', consensus: '' });
  expect(policy).not.toHaveProperty('time');
});

test('behavior: newest first', async () => {
  const [kim] = await addOrganization(service);
  for (const policyName of ['One', 'Two', 'Three']) resultOf(await create({ policyName }, kim));
  expect(await namesOf(kim)).toEqual(['Three', 'Two', 'One']);
});

test.each([
  ['condition', "eth.tx.colour == 'red'"],
  ['condition', 'eth.tx.value'],
  ['condition', "activity.action == 'SINGING'"],
  ['consensus', 'approvers.count() >='],
  ['time', '2 < 1 &&'],
])('error: a %s that does not compile: %s', async (part, text) => {
  const { status, json } = await create({ [part]: text });
  expect([status, json.code]).toEqual([400, 3]);
  expect(json.message).toMatch(new RegExp(`^invalid policy ${part}: line 1, column \\d+: \\S`));
  expect(json.details[0].errorCode).toBe('INVALID_POLICY');
  expect(json.details[1].fieldViolations).toEqual([
    { field: `parameters.${part}`, description: json.message.slice(`invalid policy ${part}: `.length) },
  ]);
});

test('error: a name that is taken', async () => {
  resultOf(await create({ policyName: 'Taken' }));
  const taken = await create({ policyName: 'Taken', effect: 'EFFECT_DENY' });
  expect(refusalOf(taken)).toEqual([409, 'ALREADY_EXISTS']);
  expect(taken.json.message).toContain('policy label must be unique');
  // Another organization has names of its own.
  const [kim] = await addOrganization(service);
  resultOf(await create({ policyName: 'Taken' }, kim));
});

test('error: more than 100 policies', async () => {
  const [kim] = await addOrganization(service);
  const policies = Array.from({ length: 99 }, () => newPolicy());
  const { policyIds } = resultOf(await submit(kim, 'create_policies', { policies }));
  expect(policyIds).toHaveLength(99);
  const limit = [429, 'RESOURCE_LIMIT_EXCEEDED'];
  expect(refusalOf(await submit(kim, 'create_policies', { policies: [newPolicy(), newPolicy()] }))).toEqual(limit);
  expect(await namesOf(kim)).toHaveLength(99);
  resultOf(await create({}, kim));
  expect(refusalOf(await create({}, kim))).toEqual(limit);
  resultOf(await submit(kim, 'delete_policy', { policyId: policyIds[0] }));
  resultOf(await create({}, kim));
});

test('error: a user that nothing allows to', async () => {
  const bob = await addUser(service, ada);
  expect(refusalOf(await create({}, bob))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect((await ask(bob, 'list_policies')).status).toBe(200);
});
