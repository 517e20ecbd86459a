import { setTimeout } from 'node:timers/promises';
import { encodeCall } from '@mintmark/chains/ethereum';
import { ethereumAccount } from '@mintmark/server/test/wallets';
import { effort, repetitions } from '@mintmark/testing/effort';
import { startEvmNode } from '@mintmark/testing/evm-node';
import { placeVaults } from '@mintmark/testing/place-vaults';
import { createRandom } from '@mintmark/testing/random';
import { expect, test } from 'vitest';
import { createConfiguredInstallation } from '../test/configured-installation.ts';

const rounds = repetitions({ usual: 1, full: 3 });
const { seed } = effort;
const chainCaip2 = 'eip155:1';
const asset = '0x00000000000000000000000000000000EA510001';
const vaultAddress = '0x00000000000000000000000000000000EA510002';
/** Deposit(address sender, address owner, uint256 assets, uint256 shares) of ERC-4626. */
const depositTopic = '0xdcbc1c05240f31ff3ad067ef1ee35ce4997762752e3a095284754544f4c709d7';

test('behavior: kill -9 at any point of a deposit loses none, and deposits nothing twice', async () => {
  await using node = await startEvmNode();
  const chains = { [chainCaip2]: { rpcUrl: node.url } };
  await using installation = await createConfiguredInstallation({ chains });
  const random = createRandom(seed);
  const accounts = await (async () => {
    await using service = await installation.start();
    const wallet = { walletName: 'Depositors', accounts: [0, 1, 2, 3].map((index) => ethereumAccount(index)) as never };
    const client = await installation.connect(service);
    return (await client.createWalletOrThrow(wallet)).addresses;
  })();
  const [deployer = ''] = accounts;
  await placeVaults(node, { asset, vaults: [vaultAddress], holder: deployer });
  const [rich] = await node.request('eth_accounts');
  for (const account of accounts) {
    await node.fund(account, 10n ** 24n);
    const data = encodeCall('mint(address,uint256)', [account, 10n ** 12n]);
    await node.request('eth_sendTransaction', [{ from: rich, to: asset, data }]);
  }
  const vaults = [{ caip2: chainCaip2, address: vaultAddress, provider: 'EARN_PROVIDER_ALPHA', curator: '' }];
  await installation.configure({ chains, earn: { vaults, deployer } });

  let wrapperAddress = '';
  /** The ids of the deposits that were acknowledged. */
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round++) {
    await using service = await installation.start();
    const client = await installation.connect(service);
    if (round === 0) {
      const terms = { vaultAddress, chainCaip2, clientFeeBps: '0', clientFeeWallet: deployer } as const;
      const { deployRequestId, ...deployed } = await client.earnDeployWrapperOrThrow(terms);
      wrapperAddress = deployed.wrapperAddress;
      await expect.poll(async () => (await client.getEarnDeployStatus({ deployRequestId })).status).toBe('COMPLETED');
    }
    const before = acknowledged.length;
    const depositFrom = async (signWith: string, worker: number) => {
      for (let count = 0; count < 2; count++) {
        // Each deposit has an amount of its own.
        const assets = String(1_000_000 + round * 1_000 + worker * 10 + count);
        const made = await client
          .earnDepositOrThrow({ wrapperAddress, signWith, chainCaip2, assets })
          .catch(() => undefined);
        if (made) acknowledged.push(made.depositRequestId);
      }
    };
    const depositing = accounts.map(depositFrom);
    await expect.poll(() => acknowledged.length - before).toBeGreaterThan(2);
    await setTimeout(random(1_000));
    await service.kill();
    await Promise.all(depositing);
  }
  await using last = await installation.start();
  const client = await installation.connect(last);
  const made = new Map<string, string>();
  for await (const { id, status, intent } of client.listActivities({ filterByType: ['ACTIVITY_TYPE_EARN_DEPOSIT'] })) {
    expect(status).toBe('ACTIVITY_STATUS_COMPLETED');
    made.set(id, (intent as { earnDepositIntent: { assets: string } }).earnDepositIntent.assets);
  }
  expect(acknowledged.filter((id) => !made.has(id))).toEqual([]);
  for (const depositRequestId of made.keys())
    await expect
      .poll(async () => (await client.getEarnDepositStatus({ depositRequestId })).status, { interval: 200 })
      .toBe('COMPLETED');
  // Every deposit is on the chain once, also those whose answers were lost.
  const logs = await node.request('eth_getLogs', [
    { fromBlock: '0x0', toBlock: 'latest', address: wrapperAddress, topics: [depositTopic] },
  ]);
  const deposited = logs.map(({ data }: { data: string }) => String(BigInt(data.slice(0, 66))));
  expect(deposited.toSorted()).toEqual([...made.values()].toSorted());
  console.log(
    `kill -9 while depositing: ${rounds} rounds, ${acknowledged.length} acknowledged, ${made.size} activities, ` +
      `as many deposits on the chain (seed ${seed})`,
  );
});
