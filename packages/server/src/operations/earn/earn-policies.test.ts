import { afterAll, describe, expect, test } from 'vitest';
import { startEarningService } from '../../../test/earning.ts';
import { addUser } from '../../../test/organizations.ts';

const service = await startEarningService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, asset } = service;
const vault = await service.createVault('Steady Dollar');
const wrapper = await service.deployWrapper(vault);
const account = await service.createSender();
await service.give(account, 1_000_000n);
const user = await addUser(service, root);

const ask = (operation: string, more: object, actor = user) =>
  service.submit(actor, operation, { wrapperAddress: wrapper, signWith: account, chainCaip2: 'eip155:1', ...more });
const deposit = (assets: string, actor = user) => ask('earn_deposit', { assets }, actor);
const withdraw = (amountValue: string, actor = user) => ask('earn_withdraw', { amountValue }, actor);
const create = async (policy: object) => {
  const { json } = await service.submit(root, 'create_policy', { policyName: 'Policy', notes: '', ...policy });
  const { policyId } = json.activity.result.createPolicyResult;
  return async () => void (await service.submit(root, 'delete_policy', { policyId }));
};
const approvedBy = `approvers.any(user, user.id == '${user.userId}')`;

describe('policies', () => {
  test('error: without a policy, only root users may', async () => {
    expect((await deposit('1')).status).toBe(403);
    expect((await withdraw('1')).status).toBe(403);
  });

  test('behavior: a policy must allow the approval and the deposit', async () => {
    const allow = (condition: string) => create({ effect: 'EFFECT_ALLOW', consensus: approvedBy, condition });
    const wrapperOnly = await allow(`eth.tx.to == '${wrapper.toLowerCase()}'`);
    expect((await deposit('1')).status).toBe(403);
    await wrapperOnly();
    const both = await allow(`eth.tx.to in ['${wrapper.toLowerCase()}', '${asset.toLowerCase()}']`);
    const allowed = await deposit('1000');
    expect([allowed.status, allowed.json.activity?.status]).toEqual([200, 'ACTIVITY_STATUS_COMPLETED']);
    const { depositRequestId } = allowed.json.activity.result.earnDepositResult;
    await service.settles('get_earn_deposit_status', { depositRequestId }, 'COMPLETED');
    expect((await withdraw('max')).status).toBe(200);
    await both();
  });

  test('behavior: a denial about transactions applies to deposits', async () => {
    const remove = await create({ effect: 'EFFECT_DENY', condition: `eth.tx.to == '${wrapper.toLowerCase()}'` });
    const open = await create({
      policyName: 'Everything',
      effect: 'EFFECT_ALLOW',
      consensus: approvedBy,
      condition: "activity.action == 'SIGN'",
    });
    expect((await deposit('1')).status).toBe(403);
    expect((await withdraw('max')).status).toBe(403);
    await remove();
    expect((await deposit('1')).status).toBe(200);
    await open();
  });

  test('behavior: a deployment is shown as a transaction of the account that pays', async () => {
    const deploy = () => service.deploy(vault, { clientFeeBps: '77' }, user);
    const open = await create({
      policyName: 'Everything',
      effect: 'EFFECT_ALLOW',
      consensus: approvedBy,
      condition: "activity.kind == 'EARN_DEPLOY_WRAPPER'",
    });
    for (const condition of [
      `eth.tx.from == '${service.deployer.toLowerCase()}'`,
      "eth.tx.to == '0x4e59b44847b379578588920ca78fbf26c0b4956c' && eth.tx.chain_id == 1",
      `wallet_account.address == '${service.deployer}'`,
    ]) {
      const remove = await create({ effect: 'EFFECT_DENY', condition });
      expect([condition, (await deploy()).status]).toEqual([condition, 403]);
      await remove();
    }
    await open();
    const only = await create({
      effect: 'EFFECT_ALLOW',
      consensus: approvedBy,
      condition: "eth.tx.to == '0x4e59b44847b379578588920ca78fbf26c0b4956c' && eth.tx.value == 0",
    });
    expect((await deploy()).json.activity?.status).toBe('ACTIVITY_STATUS_COMPLETED');
    // The same wrapper again sends nothing, and the same policy allows it.
    expect((await deploy()).json.activity?.status).toBe('ACTIVITY_STATUS_COMPLETED');
    await only();
  });

  test('behavior: an account that is denied cannot deposit', async () => {
    const remove = await create({ effect: 'EFFECT_DENY', condition: `wallet_account.address == '${account}'` });
    const open = await create({
      policyName: 'Everything',
      effect: 'EFFECT_ALLOW',
      consensus: approvedBy,
      condition: "activity.action == 'SIGN'",
    });
    expect((await deposit('1')).status).toBe(403);
    await remove();
    await open();
  });
});
