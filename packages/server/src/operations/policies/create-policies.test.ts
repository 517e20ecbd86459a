import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const [ada] = await addOrganization(service);

const named = (policyName: string, more: object = {}) => ({
  policyName,
  effect: 'EFFECT_ALLOW',
  notes: '',
  ...more,
});
const create = (...policies: readonly object[]) => submit(ada, 'create_policies', { policies });
const listed = async () => (await ask(ada, 'list_policies')).json.policies;

test('default', async () => {
  const { policyIds } = resultOf(await create(named('One'), named('Two', { effect: 'EFFECT_DENY' })));
  expect(await listed()).toMatchObject([
    { policyId: policyIds[1], policyName: 'Two', effect: 'EFFECT_DENY' },
    { policyId: policyIds[0], policyName: 'One', effect: 'EFFECT_ALLOW' },
  ]);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('error: all or none', async () => {
  const before = await listed();
  const taken = [409, 'ALREADY_EXISTS'];
  expect(refusalOf(await create(named('Three'), named('One')))).toEqual(taken);
  expect(refusalOf(await create(named('Three'), named('Three', { effect: 'EFFECT_DENY' })))).toEqual(taken);
  const wrong = await create(named('Three'), named('Four'), named('Five', { consensus: 'approvers' }));
  expect(refusalOf(wrong)).toEqual([400, 'INVALID_POLICY']);
  expect(wrong.json.message).toMatch(/^invalid policy consensus: line 1, column \d+: /);
  expect(wrong.json.details[1].fieldViolations).toMatchObject([{ field: 'parameters.policies.2.consensus' }]);
  expect(await listed()).toEqual(before);
});
