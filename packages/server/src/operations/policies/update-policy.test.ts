import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const [ada] = await addOrganization(service);

const before = {
  effect: 'EFFECT_ALLOW',
  condition: "activity.resource == 'WALLET'",
  consensus: 'approvers.count() >= 2',
  notes: 'Agreed',
  time: "time.now < Timestamp('2027-01-01T00:00:00Z')",
};
let policies = 0;
const create = async (): Promise<string> =>
  resultOf(await submit(ada, 'create_policy', { ...before, policyName: `Policy ${++policies}` })).policyId;
const update = (parameters: object, more: object = {}) => submit(ada, 'update_policy', parameters, more);
const read = async (policyId: string) => (await ask(ada, 'get_policy', { policyId })).json.policy;

test('default', async () => {
  const policyId = await create();
  const after = {
    effect: 'EFFECT_DENY',
    condition: "activity.action == 'EXPORT'",
    consensus: 'approvers.count() >= 1',
    notes: '',
    time: "time.now > Timestamp('2027-01-01T00:00:00Z')",
  };
  const changes = {
    policyName: 'Changed',
    policyEffect: after.effect,
    policyCondition: after.condition,
    policyConsensus: after.consensus,
    policyNotes: after.notes,
    time: after.time,
  };
  const { json } = await update({ policyId, ...changes });
  expect(json.activity.result).toEqual({ updatePolicyResultV2: { policyId } });
  expect(await read(policyId)).toMatchObject({ policyId, policyName: 'Changed', ...after });
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: what is absent stays, and what is empty is cleared', async () => {
  const policyId = await create();
  const { updatedAt: _, ...kept } = await read(policyId);
  resultOf(await update({ policyId }));
  expect(await read(policyId)).toMatchObject(kept);
  resultOf(await update({ policyId, policyName: null, policyCondition: null, policyConsensus: null, time: null }));
  expect(await read(policyId)).toMatchObject(kept);
  resultOf(await update({ policyId, policyCondition: '' }));
  const { condition: __, ...others } = kept;
  expect(await read(policyId)).toMatchObject({ ...others, condition: '' });
  resultOf(await update({ policyId, policyConsensus: '', time: '' }));
  const cleared = await read(policyId);
  expect(cleared).toMatchObject({ condition: '', consensus: '', notes: 'Agreed' });
  expect(cleared).not.toHaveProperty('time');
});

test('behavior: the first version, which does not know time', async () => {
  const policyId = await create();
  const type = { type: 'ACTIVITY_TYPE_UPDATE_POLICY' };
  const { json } = await update({ policyId, policyNotes: 'Old' }, type);
  expect(json.activity.result).toEqual({ updatePolicyResult: { policyId } });
  expect(await read(policyId)).toMatchObject({ notes: 'Old', time: before.time });
  expect(refusalOf(await update({ policyId, time: '' }, type))).toEqual([400, 'REQUEST_INVALID']);
});

test('error: a name that is taken, but not its own', async () => {
  const policyId = await create();
  const { policyName } = await read(policyId);
  const other = await create();
  expect(refusalOf(await update({ policyId: other, policyName }))).toEqual([409, 'ALREADY_EXISTS']);
  resultOf(await update({ policyId, policyName }));
});

test.each([
  ['policyCondition', 'condition', 'eth.tx.colour == 1'],
  ['policyConsensus', 'consensus', 'approvers'],
  ['time', 'time', 'time.now'],
])('error: a %s that does not compile', async (member, part, text) => {
  const policyId = await create();
  const kept = await read(policyId);
  const { status, json } = await update({ policyId, [member]: text });
  expect([status, json.details[0].errorCode]).toEqual([400, 'INVALID_POLICY']);
  expect(json.message).toMatch(new RegExp(`^invalid policy ${part}: line 1, column \\d+: `));
  expect(json.details[1].fieldViolations).toMatchObject([{ field: `parameters.${member}` }]);
  expect(await read(policyId)).toEqual(kept);
});

test('error: a policy of nobody, or of another organization', async () => {
  expect(refusalOf(await update({ policyId: randomUUID() }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  const [kim] = await addOrganization(service);
  const policyId = await create();
  expect(refusalOf(await submit(kim, 'update_policy', { policyId }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});
