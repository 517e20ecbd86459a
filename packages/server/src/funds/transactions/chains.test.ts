import { registry, type Unit } from '@mintmark/schema';
import { startEvmNode } from '@mintmark/testing/evm-node';
import { expect, test } from 'vitest';
import { sendBytes, stampFor } from '../../../test/exchange.ts';
import { look, startSendingService } from '../../../test/sending.ts';
import { watched } from '../../../test/statements.ts';
import { createEvmChain } from '../../delivery/adapters/evm/evm-chain.ts';
import { createGuardedFetch } from '../../delivery/adapters/guarded-fetch.ts';
import { Outbox } from '../../delivery/outbox/outbox.ts';
import { createApp } from '../../runtime/app.ts';
import { openDatabase } from '../../storage/store/database.ts';
import { evmTransaction } from './evm-transaction.ts';

const to = '0x00000000000000000000000000000000000000a1';

test.each(['eth_syncing', 'eth_estimateGas'])('error: a node that is slow with %s fails the activity', async (slow) => {
  await using service = await startSendingService({}, {}, { timeoutMs: 2_000 });
  const { node } = service;
  const from = await service.createSender();
  const goesOn = Promise.withResolvers<void>();
  node.intercept = (method) => (method === slow ? goesOn.promise : undefined);
  const { status, json } = await service.sendCall(from, { to });
  goesOn.resolve();
  expect([status, json.activity?.status]).toEqual([200, 'ACTIVITY_STATUS_FAILED']);
  expect(json.activity.failure).toMatchObject({
    message: expect.stringMatching(/^eip155:1: the node .*did not answer in time/),
    details: [expect.objectContaining({ errorCode: 'RPC_CALL_ERROR' })],
  });
  node.intercept = undefined;
  await service.becomes(await service.sendCall(from, { to }), 'INCLUDED');
  expect(Number(await node.request('eth_getTransactionCount', [from, 'latest']))).toBe(1);
});

test('error: a node of another chain fails the activity, and after the commit it gets nothing', async () => {
  await using service = await startSendingService();
  const { node } = service;
  const from = await service.createSender();
  const isOther = (method: string) => (method === 'eth_chainId' ? '0x2' : undefined);
  node.intercept = isOther;
  const { json } = await service.sendCall(from, { to });
  expect(json.activity).toMatchObject({
    status: 'ACTIVITY_STATUS_FAILED',
    failure: { message: 'eip155:1: the node is on another chain' },
  });

  // The node goes away after the commit, and another one is there in its place.
  node.intercept = (method) => {
    if (method === 'eth_getTransactionReceipt') throw Object.assign(new Error('limit exceeded'), { code: -32_005 });
    return undefined;
  };
  const sent = await service.sendCall(from, { to });
  await service.outbox.idle();
  node.intercept = isOther;
  node.called.length = 0;
  await look(service);
  await look(service);
  expect(new Set(node.called)).toEqual(new Set(['eth_chainId']));
  expect((await service.statusOf(sent)).txStatus).toBe('INITIALIZED');
  node.intercept = undefined;
  await look(service);
  await service.becomes(sent, 'INCLUDED');
});

test('behavior: one account sends on two chains at the same time, with the nonces of each', async () => {
  await using other = await startEvmNode({ chainId: 8453 });
  await using service = await startSendingService();
  const { node, services } = service;
  const { caip2 } = other;
  const chain = createEvmChain(caip2, { rpcUrl: other.url }, createGuardedFetch());
  Object.assign(services, { chains: new Map([...services.chains, [caip2, chain]]) });
  const from = await service.createSender();
  await other.fund(from, 10n ** 24n);
  const sent = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      service.sendCall(from, { to, value: String(index + 1) }, index % 2 === 0 ? {} : { caip2 }),
    ),
  );
  for (const one of sent) await service.becomes(one, 'INCLUDED');
  for (const [index, one] of sent.entries()) {
    const { txHash } = (await service.statusOf(one)).eth;
    const [here, elsewhere] = index % 2 === 0 ? [node, other] : [other, node];
    expect(await here.request('eth_getTransactionByHash', [txHash])).toMatchObject({
      value: `0x${(index + 1).toString(16)}`,
    });
    expect(await elsewhere.request('eth_getTransactionByHash', [txHash])).toBeNull();
  }
  for (const each of [node, other]) expect(await each.request('eth_getTransactionCount', [from, 'latest'])).toBe('0x5');
});

test('behavior: two services on one database send from one account, each transaction with a nonce of its own', async () => {
  await using service = await startSendingService();
  const { node, services, root, address } = service;
  const from = await service.createSender();
  const database = openDatabase({ address, ephemeral: true, timeoutMs: 60_000 });
  const outbox = new Outbox({ database, services, kinds: [evmTransaction], limits: { pollMs: 3_600_000 } });
  await watched(async () => outbox.start());
  const app = createApp({ database, services, outbox });
  const { path } = Object.values<Unit>(registry).find(({ name }) => name === 'eth_send_transaction') as Unit;
  const sendThere = async (value: string) => {
    const parameters = { from, caip2: node.caip2, calls: [{ to, value }] };
    const { organizationId } = root;
    const type = 'ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2';
    const body = Buffer.from(JSON.stringify({ type, timestampMs: String(Date.now()), organizationId, parameters }));
    return await sendBytes(app, path, body, await stampFor(root, body));
  };
  const values = Array.from({ length: 20 }, (_, index) => String(index + 1));
  const replies = await Promise.all(
    values.map(async (value, index) =>
      index % 2 === 0 ? (await service.sendCall(from, { to, value })).status : (await sendThere(value)).status,
    ),
  );
  expect(replies).toEqual(values.map(() => 200));
  const count = async () => Number(await node.request('eth_getTransactionCount', [from, 'latest']));
  await expect
    .poll(async () => {
      await look(service);
      await look(service, outbox);
      return await count();
    })
    .toBe(20);
  const rows = await database.query(
    (sql) => sql<{ nonce: bigint }[]>`
      select nonce from sent_transactions where address = ${from.toLowerCase()} order by nonce`,
  );
  expect(rows.map(({ nonce }) => Number(nonce))).toEqual(values.map((_, index) => index));
  expect(BigInt(await node.request('eth_getBalance', [to, 'latest']))).toBe(210n);
  await outbox.stop();
  await database.close();
});
