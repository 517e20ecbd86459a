import { setTimeout } from 'node:timers/promises';
import { ethereumAccount } from '@mintmark/server/test/wallets';
import { effort, repetitions } from '@mintmark/testing/effort';
import { startEvmNode } from '@mintmark/testing/evm-node';
import { createRandom } from '@mintmark/testing/random';
import { expect, test } from 'vitest';
import { createConfiguredInstallation } from '../test/configured-installation.ts';

const rounds = repetitions({ usual: 1, full: 4 });
const { seed } = effort;
const caip2 = 'eip155:1';
const to = '0x00000000000000000000000000000000000000a1';

test('behavior: kill -9 at any point of a send loses no transaction and sends none twice', async () => {
  await using node = await startEvmNode();
  await using installation = await createConfiguredInstallation({ chains: { [caip2]: { rpcUrl: node.url } } });
  const random = createRandom(seed);
  let from = '';
  /** The ids of the transactions that were acknowledged. */
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round++) {
    await using service = await installation.start();
    const client = await installation.connect(service);
    if (from === '') {
      const wallet = { walletName: 'Sender', accounts: [ethereumAccount()] as never };
      [from = ''] = (await client.createWalletOrThrow(wallet)).addresses;
      await node.fund(from, 10n ** 24n);
    }
    let isKilled = false;
    const sendOn = async (worker: number) => {
      for (let count = 0; !isKilled; count++) {
        const value = String((round * 10 + worker) * 1_000 + count);
        const sent = await client
          .ethSendTransactionOrThrow({ from, caip2, calls: [{ to, value }] })
          .catch(() => undefined);
        if (sent) acknowledged.push(sent.sendTransactionStatusId);
      }
    };
    const sending = Array.from({ length: 4 }, (_, worker) => sendOn(worker));
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length - before).toBeGreaterThan(2);
    await setTimeout(random(400));
    isKilled = true;
    await service.kill();
    await Promise.all(sending);
  }
  await using last = await installation.start();
  const client = await installation.connect(last);
  const hashes = new Set<string>();
  for (const sendTransactionStatusId of acknowledged) {
    const read = () => client.getSendTransactionStatus({ sendTransactionStatusId });
    await expect.poll(async () => (await read()).txStatus, { interval: 100 }).toBe('INCLUDED');
    hashes.add((await read()).eth?.txHash ?? '');
  }
  expect(hashes.size).toBe(acknowledged.length);
  // Each transaction on the chain belongs to one activity, also those whose answers were lost.
  const activities = new Set<string>();
  const paid = { filterByType: ['ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2' as const] };
  for await (const { id, status } of client.listActivities(paid)) {
    expect(status).toBe('ACTIVITY_STATUS_COMPLETED');
    activities.add(id);
  }
  const mined = Number(await node.request('eth_getTransactionCount', [from, 'latest']));
  await expect
    .poll(async () => Number(await node.request('eth_getTransactionCount', [from, 'pending'])))
    .toBe(activities.size);
  expect(mined).toBeLessThanOrEqual(activities.size);
  expect(acknowledged.filter((id) => !activities.has(id))).toEqual([]);
  console.log(
    `kill -9 while sending: ${rounds} rounds, ${acknowledged.length} acknowledged and included, ${activities.size} activities, ` +
      `as many transactions on the chain (seed ${seed})`,
  );
});
