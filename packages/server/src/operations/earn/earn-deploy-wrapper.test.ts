import { afterAll, describe, expect, test } from 'vitest';
import { failedWith, startEarningService } from '../../../test/earning.ts';
import { planWrapper } from '../../funds/earn/wrapper-address.ts';

const service = await startEarningService();
afterAll(() => service[Symbol.asyncDispose]());
const { node, root, deployer } = service;
const vault = await service.createVault('Steady Dollar');

const nonces = async () => BigInt(await node.request('eth_getTransactionCount', [deployer, 'latest']));
const resultOf = (reply: { json: { activity: { result: { earnDeployWrapperResult: object } } } }) =>
  reply.json.activity.result.earnDeployWrapperResult;

test('default: is deployed at the address that was told before', async () => {
  const reply = await service.deploy(vault);
  const { wrapperAddress, splitterAddress, deployRequestId } = resultOf(reply) as Record<string, string>;
  await service.settles('get_earn_deploy_status', { deployRequestId }, 'COMPLETED');
  const { deployTxHash } = (await service.ask(root, 'get_earn_deploy_status', { deployRequestId })).json;
  expect(await node.request('eth_getTransactionReceipt', [deployTxHash])).toMatchObject({ status: '0x1' });
  const word = (address: string) => BigInt(address);
  expect(await service.read(wrapperAddress ?? '', 'vault()')).toBe(word(vault));
  expect(await service.read(wrapperAddress ?? '', 'splitter()')).toBe(word(splitterAddress ?? ''));
  expect(await service.read(wrapperAddress ?? '', 'feeBps()')).toBe(1500n);
});

test('behavior: the same wrapper again is the first one, and nothing is sent', async () => {
  const other = await service.createVault('Other Dollar');
  const first = resultOf(await service.deploy(other));
  const [again, third] = await Promise.all([service.deploy(other), service.deploy(other.toLowerCase())]);
  expect(resultOf(again)).toEqual(first);
  expect(resultOf(third)).toEqual(first);
  const { deployRequestId } = first as Record<string, string>;
  await service.settles('get_earn_deploy_status', { deployRequestId }, 'COMPLETED');
  const before = await nonces();
  expect(resultOf(await service.deploy(other))).toEqual(first);
  expect(await nonces()).toBe(before);
});

test('args: another fee or wallet is another wrapper', async () => {
  const wallet = await service.createSender();
  const addresses = await Promise.all([
    service.deployWrapper(vault),
    service.deployWrapper(vault, { clientFeeBps: '0' }),
    service.deployWrapper(vault, { clientFeeWallet: wallet }),
  ]);
  expect(new Set(addresses).size).toBe(3);
});

test('behavior: a wrapper that somebody else deployed is found, and nothing is sent', async () => {
  const found = await service.createVault('Found Dollar');
  const { wrapperAddress } = planWrapper({
    organizationId: root.organizationId,
    caip2: node.caip2,
    vaultAddress: found,
    clientFeeWallet: deployer,
    clientFeeBps: 1000,
    serviceFeeBps: service.earn.serviceFeeBps,
    serviceFeeWallet: service.earn.serviceFeeWallet,
  });
  await node.request('hardhat_setCode', [wrapperAddress, '0x00']);
  const before = await nonces();
  const result = resultOf(await service.deploy(found)) as Record<string, string>;
  expect(result['wrapperAddress']).toBe(wrapperAddress);
  const { deployRequestId } = result;
  expect((await service.ask(root, 'get_earn_deploy_status', { deployRequestId })).json).toEqual({
    status: 'COMPLETED',
  });
  expect(await nonces()).toBe(before);
});

test('behavior: a deployment that no node took can be tried again', async () => {
  const late = await service.createVault('Late Dollar');
  const poor = await service.createSender();
  await node.fund(poor, 0n);
  service.earn.deployer = poor;
  const first = resultOf(await service.deploy(late)) as Record<string, string>;
  const { deployRequestId } = first;
  const status = async () => (await service.ask(root, 'get_earn_deploy_status', { deployRequestId })).json;
  await expect.poll(status).toMatchObject({ status: 'PENDING', error: expect.stringMatching(/funds.*may still be/) });
  expect((await service.setState(first['wrapperAddress'] ?? '', true)).error).toBe('EARN_WRAPPER_NOT_FOUND');
  await node.fund(poor, 10n ** 20n);
  expect(resultOf(await service.deploy(late))).toEqual(first);
  service.earn.deployer = deployer;
  await service.settles('get_earn_deploy_status', { deployRequestId }, 'COMPLETED');
  expect((await service.setState(first['wrapperAddress'] ?? '', true)).status).toBe(200);
});

describe('refusals', () => {
  test('error: a vault that is not listed', async () => {
    const reply = await service.deploy('0x00000000000000000000000000000000000000a1');
    expect([reply.status, reply.error]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  test('error: a wallet of somebody else', async () => {
    const reply = await service.deploy(vault, { clientFeeWallet: '0x00000000000000000000000000000000000000a1' });
    expect([reply.status, reply.error]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  test.each(['4001', '-1', '1.5', '04'])('error: a fee of %s', async (clientFeeBps) => {
    expect((await service.deploy(vault, { clientFeeBps })).error).toBe('REQUEST_INVALID');
  });

  test('error: an account of another organization is to deploy', async () => {
    const { deployer: named } = service.earn;
    service.earn.deployer = '0x00000000000000000000000000000000000000A1';
    const { json } = await service.deploy(vault, { clientFeeBps: '7' });
    service.earn.deployer = named;
    expect(json.activity).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED', failure: failedWith('NOT_CONFIGURED') });
  });

  test('error: a listed contract that is not a vault', async () => {
    const address = '0x00000000000000000000000000000000000000A2';
    const listed = { caip2: 'eip155:1', address, provider: 'EARN_PROVIDER_ALPHA', curator: '' } as const;
    service.earn.vaults = [...service.earn.vaults, listed];
    const { json } = await service.deploy(address);
    expect(json.activity).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED', failure: failedWith('RPC_CALL_ERROR') });
  });

  test('error: an unknown deployment', async () => {
    const reply = await service.ask(root, 'get_earn_deploy_status', { deployRequestId: root.userId });
    expect([reply.status, reply.error]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });
});
