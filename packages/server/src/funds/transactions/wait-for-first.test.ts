import { afterAll, expect, test } from 'vitest';
import { startEarningService } from '../../../test/earning.ts';
import { look } from '../../../test/sending.ts';
import type { Reply } from '../../../test/service.ts';

const service = await startEarningService();
afterAll(() => service[Symbol.asyncDispose]());
const { node, root } = service;
const wrapper = await service.deployWrapper(await service.createVault('Steady Dollar'));

async function createDepositor(): Promise<string> {
  const account = await service.createSender();
  await service.give(account, 1_000_000n);
  return account;
}
const deposit = (signWith: string) =>
  service.submit(root, 'earn_deposit', {
    wrapperAddress: wrapper,
    signWith,
    assets: '1000000',
    chainCaip2: 'eip155:1',
  });
const statusOf = async ({ json }: Reply) => {
  const { depositRequestId } = json.activity.result.earnDepositResult;
  return (await service.ask(root, 'get_earn_deposit_status', { depositRequestId })).json;
};
const minedOf = async (address: string) => Number(await node.request('eth_getTransactionCount', [address, 'latest']));

/** Whether the node has the transaction, in a block or waiting. */
const isKnown = async (hash: string) => (await node.request('eth_getTransactionByHash', [hash])) !== null;

test('behavior: a node that was busy does not keep a deposit for ever whose approval failed', async () => {
  const account = await createDepositor();
  await node.fund(account, 0n);
  let refusals = 0;
  // The node cannot be asked about the deposit, which follows the approval.
  node.intercept = async (method, [hash]) => {
    if (method !== 'eth_getTransactionReceipt') return undefined;
    const [sent] = await service.database.query(
      (sql) => sql<{ address: string; nonce: bigint }[]>`
        select address, nonce from sent_transactions where hash = ${String(hash)}`,
    );
    if (sent?.address !== account.toLowerCase() || sent.nonce !== 1n) return undefined;
    refusals++;
    throw Object.assign(new Error('limit exceeded'), { code: -32_005 });
  };
  const reply = await deposit(account);
  await expect.poll(() => refusals).toBeGreaterThan(0);
  await look(service);
  expect((await statusOf(reply)).status).toBe('PENDING');
  node.intercept = undefined;
  await look(service);
  await look(service);
  const ended = await statusOf(reply);
  expect(ended).toMatchObject({
    status: 'FAILED',
    error: 'the preceding transaction, which this one depends on, failed',
  });
  expect(await isKnown(ended.depositTxHash)).toBe(false);
});

test('behavior: the chain ends a deposit that was sent, and whose approval vanished', async () => {
  const account = await createDepositor();
  await service.outbox.idle();
  await node.request('evm_setAutomine', [false]);
  const reorganise = await node.checkpoint();
  const reply = await deposit(account);
  await look(service);
  await node.mine();
  await look(service);
  const { depositTxHash } = await statusOf(reply);
  expect(await isKnown(depositTxHash)).toBe(true);

  // The block of the approval is gone, and with it what waited. Another transaction takes the nonce of the approval.
  await reorganise();
  expect(await isKnown(depositTxHash)).toBe(false);
  await node.request('hardhat_impersonateAccount', [account]);
  await node.request('eth_sendTransaction', [{ from: account, to: account, nonce: '0x0', gas: '0x5208' }]);
  await node.mine();
  await look(service);
  // The approval may still come back as long as the other one is not final: nothing is sent.
  expect([(await statusOf(reply)).status, await isKnown(depositTxHash)]).toEqual(['PENDING', false]);
  await node.mine(3);
  await look(service);
  await look(service);
  expect(await isKnown(depositTxHash)).toBe(true);
  await node.mine();
  await look(service);
  expect((await statusOf(reply)).status).toBe('PENDING');
  await node.mine(3);
  await look(service);
  const ended = await statusOf(reply);
  expect(ended).toMatchObject({ status: 'FAILED', depositTxHash, error: expect.stringMatching(/^reverted: /) });
  expect(await node.request('eth_getTransactionReceipt', [depositTxHash])).toMatchObject({ status: '0x0' });
  expect(await minedOf(account)).toBe(2);

  // The nonces of the account go on after it.
  await node.request('evm_setAutomine', [true]);
  const next = await deposit(account);
  await expect.poll(async () => (await statusOf(next)).status).toBe('COMPLETED');
  expect(await minedOf(account)).toBe(4);
});

test('behavior: a deposit that a node may have kept has not failed, though its approval has', async () => {
  const account = await createDepositor();
  await service.outbox.idle();
  await node.request('evm_setAutomine', [false]);
  const reorganise = await node.checkpoint();
  const reply = await deposit(account);
  await look(service);
  await node.mine();
  // The node says that it needs earlier nonces first.
  const kept: unknown[] = [];
  node.intercept = (method, [raw]) => {
    if (method !== 'eth_sendRawTransaction') return undefined;
    kept.push(raw);
    throw new Error('nonce too high');
  };
  await look(service);
  expect(kept).toHaveLength(1);
  // The block of the approval is dropped, and its nonce is used by something else that becomes final.
  await reorganise();
  await node.request('hardhat_impersonateAccount', [account]);
  await node.request('eth_sendTransaction', [{ from: account, to: account, nonce: '0x0', gas: '0x5208' }]);
  for (let blocks = 0; blocks < 4; blocks++) await node.mine();
  node.intercept = (method) => {
    if (method === 'eth_sendRawTransaction') throw new Error('nonce too low');
    return undefined;
  };
  await look(service);
  await look(service);
  expect((await statusOf(reply)).status).toBe('PENDING');
  // Now it includes what it had kept.
  node.intercept = undefined;
  await node.request('eth_sendRawTransaction', kept);
  await node.mine();
  await look(service);
  expect(await minedOf(account)).toBe(2);
  expect((await statusOf(reply)).status).toBe('PENDING');
  for (let blocks = 0; blocks < 3; blocks++) await node.mine();
  await look(service);
  expect(await statusOf(reply)).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/^reverted: /) });
  await node.request('evm_setAutomine', [true]);
});

test('behavior: a deposit is not completed any more if the blocks of it and of its approval are dropped', async () => {
  const account = await createDepositor();
  await service.outbox.idle();
  await node.request('evm_setAutomine', [false]);
  const reorganise = await node.checkpoint();
  const reply = await deposit(account);
  await look(service);
  await node.mine();
  await look(service);
  await node.mine();
  await look(service);
  expect((await statusOf(reply)).status).toBe('COMPLETED');
  await reorganise();
  await look(service);
  expect((await statusOf(reply)).status).toBe('PENDING');
  await node.request('evm_setAutomine', [true]);
  await node.mine();
  await look(service);
  await look(service);
  expect((await statusOf(reply)).status).toBe('COMPLETED');
});
