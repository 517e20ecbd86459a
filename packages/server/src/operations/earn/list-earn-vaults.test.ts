import { afterAll, describe, expect, test } from 'vitest';
import { startEarningService } from '../../../test/earning.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { createEarn } from '../../funds/earn/create-earn.ts';
import { writeSamples } from '../../funds/earn/vault-samples.ts';

const service = await startEarningService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, node, caip19 } = service;
const million = 1_000_000n;
const small = await service.createVault('Small Dollar');
const large = await service.createVault('Large Dollar', 'EARN_PROVIDER_ALPHA', 'Northwind, Southgate');
const reserve = await service.createVault('Reserve Wrapper', 'EARN_PROVIDER_BETA', 'ignored');
await service.give(small, 5n);
await service.give(large, 1_250_000n * million + 1n);
await service.give(reserve, 5n);

const list = async (request: object = {}, actor = root) =>
  (await service.ask(actor, 'list_earn_vaults', { caip19, ...request })).json;
const enabled = async (request: object = {}, actor = root, organizationId = actor.organizationId) =>
  (await service.ask(actor, 'list_earn_enabled_vaults', { organizationId, ...request })).json.enabledVaults;
const addressesOf = ({ vaults }: { vaults: { vaultAddress: string }[] }) => vaults.map((vault) => vault.vaultAddress);
/** Vaults of the same value are in the order of their addresses. */
const ordered = [large, ...[small, reserve].toSorted()];

describe('list_earn_vaults', () => {
  test('default: largest first, with what the chain says', async () => {
    const answer = await list();
    expect(addressesOf(answer)).toEqual(ordered);
    expect(answer.vaults[0]).toEqual({
      vaultAddress: large,
      provider: 'EARN_PROVIDER_ALPHA',
      caip19: expect.stringMatching(/^eip155:1\/erc20:0x[0-9a-fA-F]{40}$/),
      tvl: '1250000000001',
      enabled: false,
      display: { crypto: '1250000.000001' },
      name: 'Large Dollar',
      curator: 'Northwind, Southgate',
    });
    expect(answer.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
  });

  test('default: the name of the second provider is the symbol of the reserve, and there is no curator', async () => {
    const { vaults } = await list({ provider: 'EARN_PROVIDER_BETA' });
    expect(vaults).toEqual([expect.objectContaining({ vaultAddress: reserve, name: 'TUSD', curator: '' })]);
  });

  test('args: with a price of the asset', async () => {
    service.earn.priceOf = (asset) => (asset.toLowerCase() === caip19.toLowerCase() ? '0.5' : undefined);
    const [vault] = (await list()).vaults;
    service.earn.priceOf = () => undefined;
    expect(vault.display).toEqual({ crypto: '1250000.000001', usd: '625000.00' });
  });

  test('args: pages in both directions', async () => {
    const first = await list({ paginationOptions: { limit: '2' } });
    expect(addressesOf(first)).toEqual(ordered.slice(0, 2));
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const second = await list({ paginationOptions: { limit: '2', after: first.pageInfo.endCursor } });
    expect(addressesOf(second)).toEqual(ordered.slice(2));
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const back = await list({ paginationOptions: { limit: '1', before: second.pageInfo.startCursor } });
    expect(addressesOf(back)).toEqual(ordered.slice(1, 2));
    expect(back.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    expect(await list({ paginationOptions: { after: second.pageInfo.endCursor } })).toEqual({
      vaults: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    });
  });

  test('args: another asset, another chain', async () => {
    const other = 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    expect((await list({ caip19: other })).vaults).toEqual([]);
    expect((await list({ caip19: caip19.replace('eip155:1/', 'eip155:8453/') })).vaults).toEqual([]);
    expect(
      (await list({ caip19: caip19.toUpperCase().replace('EIP155:1/ERC20:0X', 'eip155:1/erc20:0x') })).vaults,
    ).toHaveLength(3);
  });

  test('behavior: a listed contract whose calls the node refuses is left out', async () => {
    node.intercept = (method, [call = {}]) => {
      const { to } = call as { to?: string };
      if (method === 'eth_call' && to?.toLowerCase() === small.toLowerCase()) throw new Error('out of gas');
      return undefined;
    };
    const answer = await list();
    node.intercept = undefined;
    expect(addressesOf(answer)).toEqual(ordered.filter((address) => address !== small));
  });

  test('behavior: without a configuration the catalog is empty', async () => {
    Object.assign(service.services, { earn: undefined });
    const answer = await list();
    Object.assign(service.services, { earn: service.earn });
    expect(answer).toEqual({ vaults: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } });
  });

  test('error: a cursor that is none', async () => {
    for (const after of ['x', Buffer.from('1.5').toString('base64url'), Buffer.from('2.5.0x').toString('base64url')])
      expect(await list({ paginationOptions: { after } })).toMatchObject({
        details: [{ errorCode: 'INVALID_CURSOR' }],
      });
  });

  test('error: the node is away', async () => {
    await node.stop();
    const reply = await service.ask(root, 'list_earn_vaults', { caip19 });
    await node.start();
    expect([reply.status, reply.error]).toEqual([503, 'UNAVAILABLE']);
  });
});

describe('list_earn_enabled_vaults', () => {
  test('default: wrappers with what the chain says; fees for the parent alone', async () => {
    const vault = await service.createVault('Yield Dollar');
    const wrapper = await service.deployWrapper(vault);
    const account = await service.createSender();
    await service.give(account, 1000n * million);
    const { json } = await service.submit(root, 'earn_deposit', {
      wrapperAddress: wrapper,
      signWith: account,
      assets: String(1000n * million),
      chainCaip2: 'eip155:1',
    });
    const { depositRequestId } = json.activity.result.earnDepositResult;
    await service.settles('get_earn_deposit_status', { depositRequestId }, 'COMPLETED');
    // A sample of a year ago is too old; one of seven days ago minus a minute counts.
    const [facts] = await service.earn.read(service.earn.vaults.filter(({ address }) => address === vault));
    if (!facts) throw new Error('no vault');
    const readAt = new Date(Date.now() - 7 * 24 * 3_600_000 + 3_600_000);
    await service.database.transaction((sql) => writeSamples(sql, [{ ...facts, readAt }]));
    await service.give(vault, 2n * million);

    const [record, ...others] = await enabled();
    expect(others).toEqual([]);
    const { apyPct, netApyPct, ...rest } = record;
    expect(rest).toEqual({
      vaultAddress: vault,
      wrapperAddress: wrapper,
      provider: 'EARN_PROVIDER_ALPHA',
      caip19: expect.stringMatching(/^eip155:1\/erc20:0x/),
      totalDeposited: '1001999999',
      display: { crypto: '1001.999999' },
      clientFeeBps: '1000',
      depositsDisabled: false,
      name: 'Yield Dollar',
      curator: 'Northwind',
      claimableClientFee: '199999',
      claimableClientFeeDisplay: { crypto: '0.199999' },
      clientFeeWallet: service.deployer,
    });
    // 0.2 % in about seven days.
    expect(Number(apyPct)).toBeGreaterThan(0.1);
    expect(Number(apyPct)).toBeLessThan(0.12);
    expect(Number(netApyPct)).toBeCloseTo(Number(apyPct) * 0.85, 5);
    const listed = (await list()).vaults.find((each: { vaultAddress: string }) => each.vaultAddress === vault);
    expect(listed).toMatchObject({ enabled: true });
    // The yield falls a little with each second between the two answers.
    expect(Number(listed.apyPct)).toBeCloseTo(Number(apyPct), 4);

    const child = await addSubOrganization(service, 'Depositors');
    const [shown] = await enabled({}, child);
    const { claimableClientFee, claimableClientFeeDisplay, clientFeeWallet, ...common } = rest;
    expect([claimableClientFee, claimableClientFeeDisplay, clientFeeWallet]).not.toContain(undefined);
    expect(shown).toEqual({ ...common, apyPct: expect.any(String), netApyPct: expect.any(String) });
    expect(Number(shown.netApyPct)).toBeCloseTo(Number(netApyPct), 4);
    expect((await list({}, child)).vaults[0]).toMatchObject({ vaultAddress: large, enabled: false });

    await node.stop();
    const away = await enabled();
    await node.start();
    const { totalDeposited, display, name, ...known } = rest;
    expect([totalDeposited, display, name]).not.toContain(undefined);
    delete known.claimableClientFee;
    delete known.claimableClientFeeDisplay;
    expect(away).toEqual([known]);

    Object.assign(service.services, { earn: undefined });
    const stored = await enabled();
    Object.assign(service.services, { earn: service.earn });
    const { curator, ...row } = known;
    expect(curator).toBeDefined();
    expect(stored).toEqual([row]);
  });

  test('behavior: queries at the same time and soon after cause one read of each wrapper', async () => {
    const { readWrapper } = service.earn;
    const [{ wrapperAddress }] = await enabled();
    service.earn.readWrapper = createEarn({ vaults: [] }, service.services.chains)?.readWrapper ?? readWrapper;
    let reads = 0;
    node.intercept = (method, [call = {}]) => {
      const { to } = call as { to?: string };
      if (method === 'eth_call' && to?.toLowerCase() === wrapperAddress.toLowerCase()) reads++;
      return undefined;
    };
    const answers = await Promise.all(Array.from({ length: 10 }, () => enabled()));
    answers.push(await enabled());
    node.intercept = undefined;
    service.earn.readWrapper = readWrapper;
    expect(reads).toBe(1);
    for (const [record] of answers) expect(record).toMatchObject({ wrapperAddress, totalDeposited: '1001999999' });
  });

  test('args: filters', async () => {
    expect(await enabled({ provider: 'EARN_PROVIDER_BETA' })).toEqual([]);
    expect(await enabled({ provider: 'EARN_PROVIDER_ALPHA' })).toHaveLength(1);
    expect(await enabled({ caip19 })).toHaveLength(1);
    expect(await enabled({ caip19: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' })).toEqual([]);
  });

  test('behavior: a deployment that is not included yet is not listed', async () => {
    const before = (await enabled()).length;
    const vault = await service.createVault('Slow Dollar');
    await node.request('evm_setAutomine', [false]);
    const { json } = await service.deploy(vault);
    const { wrapperAddress, deployRequestId } = json.activity.result.earnDeployWrapperResult;
    expect(await enabled()).toHaveLength(before);
    expect((await service.setState(wrapperAddress, true)).error).toBe('EARN_WRAPPER_NOT_FOUND');
    await node.request('evm_setAutomine', [true]);
    await node.mine();
    await service.settles('get_earn_deploy_status', { deployRequestId }, 'COMPLETED');
    expect(await enabled()).toHaveLength(before + 1);
  });
});
