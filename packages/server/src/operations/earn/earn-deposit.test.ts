import { encodeCall } from '@mintmark/chains/ethereum';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failedWith, startEarningService } from '../../../test/earning.ts';
import { addOrganization } from '../../../test/organizations.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';

const service = await startEarningService();
afterAll(() => service[Symbol.asyncDispose]());
const { node, root, asset } = service;
const vault = await service.createVault('Steady Dollar');
const wrapper = await service.deployWrapper(vault);
const million = 1_000_000n;

const deposit = (signWith: string, assets: bigint, more = {}, actor = root) =>
  service.submit(actor, 'earn_deposit', {
    wrapperAddress: wrapper,
    signWith,
    assets: String(assets),
    chainCaip2: 'eip155:1',
    ...more,
  });
const withdraw = (signWith: string, amountValue: string, more = {}, actor = root) =>
  service.submit(actor, 'earn_withdraw', {
    wrapperAddress: wrapper,
    signWith,
    amountValue,
    chainCaip2: 'eip155:1',
    ...more,
  });
const deposited = async (reply: Awaited<ReturnType<typeof deposit>>, status = 'COMPLETED', actor = root) => {
  const { depositRequestId } = reply.json.activity.result.earnDepositResult;
  await service.settles('get_earn_deposit_status', { depositRequestId }, status, actor);
  return (await service.ask(actor, 'get_earn_deposit_status', { depositRequestId })).json;
};
const withdrawn = async (reply: Awaited<ReturnType<typeof withdraw>>, status = 'COMPLETED', actor = root) => {
  const { withdrawRequestId } = reply.json.activity.result.earnWithdrawResult;
  await service.settles('get_earn_withdraw_status', { withdrawRequestId }, status, actor);
  return (await service.ask(actor, 'get_earn_withdraw_status', { withdrawRequestId })).json;
};
const balance = (address: string) => service.read(asset, 'balanceOf(address)', address);
const sentBy = async (address: string) => BigInt(await node.request('eth_getTransactionCount', [address, 'latest']));

async function createDepositor(assets = 1000n * million, actor = root): Promise<string> {
  const account = await service.createSender(actor);
  await service.give(account, assets);
  return account;
}

test('default: an approval of the amount and the deposit, then a withdrawal of everything', async () => {
  const account = await createDepositor();
  const { depositTxHash } = await deposited(await deposit(account, 600n * million));
  expect(await node.request('eth_getTransactionReceipt', [depositTxHash])).toMatchObject({ status: '0x1' });
  expect(await sentBy(account)).toBe(2n);
  expect(await balance(account)).toBe(400n * million);
  expect(await service.read(asset, 'allowance(address,address)', account, wrapper)).toBe(0n);
  await withdrawn(await withdraw(account, String(100n * million)));
  expect(await balance(account)).toBe(500n * million);
  await withdrawn(await withdraw(account, 'max'));
  expect(await balance(account)).toBeGreaterThanOrEqual(1000n * million - 1n);
  expect(await service.read(wrapper, 'balanceOf(address)', account)).toBe(0n);
});

test('error: nothing is sent to a wrapper that is not on the chain', async () => {
  const account = await createDepositor();
  await allow(account, million);
  const code = await node.request('eth_getCode', [wrapper, 'latest']);
  await node.request('hardhat_setCode', [wrapper, '0x']);
  const replies = [await deposit(account, million), await withdraw(account, '1')];
  await node.request('hardhat_setCode', [wrapper, code]);
  for (const { json } of replies) {
    expect(json.activity).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED', failure: failedWith('RPC_CALL_ERROR') });
    expect(json.activity.failure.message).toBe('eip155:1: the wrapper is not on the chain');
  }
  expect(await sentBy(account)).toBe(1n);
});

test('behavior: an allowance that is there needs no approval', async () => {
  const account = await createDepositor();
  await allow(account, 2n ** 256n - 1n);
  await deposited(await deposit(account, million));
  expect(await sentBy(account)).toBe(2n);
});

/** Gives the wrapper an allowance of an account. */
async function allow(account: string, amount: bigint): Promise<void> {
  await node.request('hardhat_impersonateAccount', [account]);
  const data = encodeCall('approve(address,uint256)', [wrapper, amount]);
  await node.request('eth_sendTransaction', [{ from: account, to: asset, data }]);
}

describe('a token that does not replace an allowance', () => {
  beforeAll(() => service.call(asset, 'setKeepsAllowances(bool)', 1n));
  afterAll(() => service.call(asset, 'setKeepsAllowances(bool)', 0n));

  test('default: without an allowance, an approval and the deposit', async () => {
    const account = await createDepositor();
    await deposited(await deposit(account, million));
    expect(await sentBy(account)).toBe(2n);
  });

  test('behavior: an allowance that is too small is set to zero first', async () => {
    const account = await createDepositor();
    await allow(account, 5n);
    await deposited(await deposit(account, million));
    expect(await sentBy(account)).toBe(4n);
    expect(await service.read(asset, 'allowance(address,address)', account, wrapper)).toBe(0n);
    expect(await balance(account)).toBe(999n * million);
  });

  test('behavior: an account that can batch calls does all in one', async () => {
    const account = await createDepositor();
    await allow(account, 5n);
    await node.request('hardhat_setCode', [account, '0x60015f5260205ff3']);
    const { depositTxHash } = await deposited(await deposit(account, million));
    const { input } = await node.request('eth_getTransactionByHash', [depositTxHash]);
    expect(input).toMatch(/^0xe9ae5c5301(.*095ea7b3){2}.*6e553f65/);
  });

  test('behavior: if the allowance cannot be set to zero, nothing else is sent', async () => {
    const account = await createDepositor();
    await allow(account, 5n);
    await node.fund(account, 0n);
    const failed = await deposited(await deposit(account, million), 'FAILED');
    expect(failed.error).toBe('the preceding transaction, which this one depends on, failed');
    expect(await sentBy(account)).toBe(1n);
    await node.fund(account, 10n ** 20n);
    await deposited(await deposit(account, million));
    expect(await sentBy(account)).toBe(4n);
  });
});

test('behavior: an account that can batch calls sends one transaction', async () => {
  const account = await createDepositor();
  // Answers 1 to every call: it claims to support batches.
  await node.request('hardhat_setCode', [account, '0x60015f5260205ff3']);
  const { depositTxHash } = await deposited(await deposit(account, million));
  const { to, input } = await node.request('eth_getTransactionByHash', [depositTxHash]);
  expect(to).toBe(account.toLowerCase());
  expect(input).toMatch(/^0xe9ae5c5301.*095ea7b3.*6e553f65/);
  expect(await sentBy(account)).toBe(1n);
});

test('behavior: deposits of one account at the same time all arrive', async () => {
  const account = await createDepositor();
  for (const reply of await Promise.all([1n, 2n, 3n].map((count) => deposit(account, count * million))))
    await deposited(reply);
  expect(await balance(account)).toBe(994n * million);
});

test('behavior: a deposit fills a free nonce before transactions in flight, and its approval is still there for it', async () => {
  const account = await createDepositor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isFirst = true;
  node.intercept = async (method) => {
    if (method !== 'eth_sendRawTransaction' || !isFirst) return undefined;
    isFirst = false;
    await released;
    throw Object.assign(new Error('insufficient funds'), { code: -32_000 });
  };
  const refused = await service.sendCall(account, { to: vault, value: '0', data: '0x06fdde03' });
  await expect.poll(() => isFirst).toBe(false);
  // It uses an allowance: the approval and the deposit of another one must not be around it.
  const between = await deposit(account, 2n * million);
  release();
  await service.isNotTaken(refused, 'the node refused the call: insufficient funds');
  node.intercept = undefined;
  await deposited(await deposit(account, million));
  await deposited(between);
  expect(await balance(account)).toBe(997n * million);
  expect(await sentBy(account)).toBe(6n);
});

test('error: a deposit that would pass over the nonce of a transaction that no node took', async () => {
  const account = await createDepositor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let sends = 0;
  node.intercept = async (method) => {
    if (method !== 'eth_sendRawTransaction' || ++sends > 2) return undefined;
    await released;
    throw Object.assign(new Error('insufficient funds'), { code: -32_000 });
  };
  const refused = [];
  for (const value of ['1', '2'])
    refused.push(await service.sendCall(account, { to: vault, value }, { gasLimit: '99999' }));
  await expect.poll(() => sends).toBe(2);
  // Its nonce is after the two, so that there is no room for an approval and a deposit side by side.
  await service.sendCall(account, { to: account, value: '3' });
  release();
  for (const each of refused) await service.isNotTaken(each, 'the node refused the call: insufficient funds');
  const { json } = await deposit(account, million);
  expect(json.activity).toMatchObject({
    status: 'ACTIVITY_STATUS_FAILED',
    failure: {
      message: expect.stringMatching(
        /no node accepted an earlier transaction with the nonce 1: send another one with this nonce/,
      ),
    },
  });
  node.intercept = undefined;
  for (const value of ['4', '5']) await service.sendCall(account, { to: account, value });
  await expect.poll(() => sentBy(account)).toBe(3n);
  await deposited(await deposit(account, million));
});

test('behavior: the same body again sends nothing', async () => {
  const account = await createDepositor();
  const first = await deposit(account, million);
  await deposited(first);
  const again = await service.send(root, 'earn_deposit', first.body);
  expect(again.json.activity.id).toBe(first.json.activity.id);
  expect(await sentBy(account)).toBe(2n);
});

test('behavior: if the approval fails, the deposit is not sent, and no nonce is left out', async () => {
  const account = await createDepositor();
  await node.fund(account, 0n);
  const failed = await deposited(await deposit(account, million), 'FAILED');
  expect(failed.error).toBe('the preceding transaction, which this one depends on, failed');
  expect(await node.request('eth_getTransactionByHash', [failed.depositTxHash])).toBeNull();
  await node.fund(account, 10n ** 20n);
  await deposited(await deposit(account, million));
  expect(await sentBy(account)).toBe(2n);
});

describe('disabled deposits', () => {
  test('default: are refused, withdrawals are not, and can be enabled again', async () => {
    const account = await createDepositor();
    await deposited(await deposit(account, million));
    const changed = await service.setState(wrapper.toLowerCase(), true);
    expect(changed.json.activity.result.earnSetWrapperStateResult).toEqual({
      wrapperAddress: wrapper,
      depositsDisabled: true,
    });
    const refused = await deposit(account, million);
    expect([refused.status, refused.error]).toEqual([400, 'EARN_DEPOSITS_DISABLED']);
    await withdrawn(await withdraw(account, 'max'));
    await service.setState(wrapper, true);
    expect((await deposit(account, million)).error).toBe('EARN_DEPOSITS_DISABLED');
    await service.setState(wrapper, false);
    await deposited(await deposit(account, million));
  });

  test('error: a wrapper of another tenant', async () => {
    const [stranger] = await addOrganization(service);
    const reply = await service.setState(wrapper, true, stranger);
    expect([reply.status, reply.error]).toEqual([404, 'EARN_WRAPPER_NOT_FOUND']);
  });

  test('error: a wrapper that the organization did not deploy', async () => {
    const reply = await service.setState('0x00000000000000000000000000000000000000a1', true);
    expect([reply.status, reply.error]).toEqual([404, 'EARN_WRAPPER_NOT_FOUND']);
  });
});

describe('a sub-organization', () => {
  test('default: deposits into wrappers of its parent, and cannot manage them', async () => {
    const child = await addSubOrganization(service, 'Depositors');
    const account = await createDepositor(million, child);
    await deposited(await deposit(account, million, {}, child), 'COMPLETED', child);
    expect(await service.read(wrapper, 'balanceOf(address)', account)).toBeGreaterThan(0n);
    expect((await service.setState(wrapper, true, child)).error).toBe('INVALID_ACTIVITY_CALLER');
    expect((await service.deploy(vault, { clientFeeWallet: account }, child)).error).toBe('INVALID_ACTIVITY_CALLER');
    await service.setState(wrapper, true);
    expect((await deposit(account, million, {}, child)).error).toBe('EARN_DEPOSITS_DISABLED');
    await service.setState(wrapper, false);
    await withdrawn(await withdraw(account, 'max', {}, child), 'COMPLETED', child);
  });
});

describe('refusals', () => {
  test('error: more than the account has', async () => {
    const account = await createDepositor(5n);
    const { json } = await deposit(account, 6n);
    expect(json.activity).toMatchObject({ failure: failedWith('INVALID_TRANSACTION') });
    expect((await withdraw(account, 'max')).json.activity).toMatchObject({
      failure: failedWith('INVALID_TRANSACTION'),
    });
    expect((await withdraw(account, '1')).json.activity).toMatchObject({ failure: failedWith('RPC_CALL_ERROR') });
    expect(await sentBy(account)).toBe(0n);
  });

  test('error: an unknown wrapper, another chain, an unknown account, a sponsor', async () => {
    const account = await createDepositor();
    const nobody = '0x00000000000000000000000000000000000000a1';
    expect((await deposit(account, 1n, { wrapperAddress: nobody })).error).toBe('EARN_WRAPPER_NOT_FOUND');
    expect((await withdraw(account, '1', { wrapperAddress: nobody })).error).toBe('EARN_WRAPPER_NOT_FOUND');
    expect((await deposit(account, 1n, { chainCaip2: 'eip155:8453' })).error).toBe('EARN_WRAPPER_NOT_FOUND');
    expect((await deposit(nobody, 1n)).error).toBe('RESOURCE_NOT_FOUND');
    expect((await deposit(account, 1n, { sponsor: true })).error).toBe('INVALID_TRANSACTION');
    expect((await deposit(account, 2n ** 256n)).error).toBe('INVALID_TRANSACTION');
  });

  test('error: the id of a withdrawal is not one of a deposit', async () => {
    const reply = await deposit(await createDepositor(), million);
    const { depositRequestId: withdrawRequestId } = reply.json.activity.result.earnDepositResult;
    expect((await service.ask(root, 'get_earn_withdraw_status', { withdrawRequestId })).error).toBe(
      'RESOURCE_NOT_FOUND',
    );
  });
});
