import { createClient } from '@mintmark/client';
import { createP256Stamper } from '@mintmark/stamper';
import { startEvmNode } from '@mintmark/testing/evm-node';
import { startJsonServer } from '@mintmark/testing/json-server';
import { patientClient } from '@mintmark/testing/patience';
import { expect, test } from 'vitest';
import { openTestStore } from '../../test/test-store.ts';
import { ethereumAccount } from '../../test/wallets.ts';
import { createServerOn } from './create-server.ts';

/** What the test reads of an event. */
interface Event {
  readonly type: string;
  readonly organizationId: string;
  readonly parentOrganizationId: string;
  readonly msg: Readonly<Record<string, unknown>>;
}

/** A client of the root user. */
function clientOf({ root, fetch }: Awaited<ReturnType<typeof createServerOn>>) {
  const { organizationId, apiPublicKey: publicKey, apiPrivateKey: privateKey = '' } = root ?? expect.fail();
  const stamper = createP256Stamper({ publicKey, privateKey });
  const client = createClient({ ...patientClient, baseUrl: 'http://local', fetch, organizationId, stamper });
  return { organizationId, client };
}

test('default: a transaction is sent, followed and final, and webhooks tell each step', async () => {
  await using node = await startEvmNode({ finality: 3 });
  const receiver = await startJsonServer();
  receiver.answers['/events'] = {};
  await using server = await createServerOn(await openTestStore(), {
    database: 'ephemeral',
    configuration: { chains: { 'eip155:1': { rpcUrl: node.url } }, webhooks: { allowPrivate: true } },
  });
  const { organizationId, client } = clientOf(server);
  const eventTypes = [
    'SEND_TRANSACTION_STATUS_UPDATES',
    'BALANCE_CONFIRMED_UPDATES',
    'BALANCE_FINALIZED_UPDATES',
  ] as const;
  await client.createWebhookEndpointOrThrow({
    url: `${receiver.origin}/events`,
    name: 'Events',
    subscriptions: eventTypes.map((eventType) => ({ eventType })),
  });
  const accounts = [0, 1].map((index) => ethereumAccount(index)) as never;
  const { addresses } = await client.createWalletOrThrow({ walletName: 'Payments', accounts });
  const [from = '', to = ''] = addresses;
  await node.fund(from, 10n ** 18n);
  // The follower begins at the block that is the newest when it looks first.
  await node.mine();
  await expect.poll(() => node.called.filter((method) => method === 'eth_getBlockByNumber').length).toBeGreaterThan(1);
  const sent = await client.ethSendTransactionOrThrow({ from, caip2: 'eip155:1', calls: [{ to, value: '7' }] });

  const events = () => receiver.requests.map(({ body }) => JSON.parse(body) as Event);
  const ofType = (type: string) => events().filter((event) => event.type === type);
  const balances = (type: string) => ofType(type).map(({ msg }) => [msg['operation'], msg['address']].join(' '));
  const both = [`deposit ${to}`, `withdraw ${from}`];
  await expect.poll(() => balances('balances:confirmed').toSorted()).toEqual(both);
  expect(balances('balances:finalized')).toEqual([]);
  await node.mine(3);
  await expect.poll(() => balances('balances:finalized').toSorted()).toEqual(both);
  await expect
    .poll(() => ofType('transaction:status').map(({ msg }) => msg['status']))
    .toEqual(['BROADCASTING', 'INCLUDED']);
  const [, status] = ofType('transaction:status');
  const { eth } = await client.getSendTransactionStatus(sent);
  const { sendTransactionStatusId } = sent;
  const ours = { organizationId, parentOrganizationId: organizationId };
  expect(status).toMatchObject({ ...ours, msg: { sendTransactionStatusId, caip2: 'eip155:1', txHash: eth?.txHash } });
  const [deposit] = ofType('balances:finalized').filter(({ msg }) => msg['operation'] === 'deposit');
  expect(deposit).toMatchObject({
    ...ours,
    msg: { txHash: eth?.txHash, asset: { caip19: 'eip155:1/slip44:60', symbol: 'ETH', decimals: 18, amount: '7' } },
  });

  const { transactions } = await client.listEthTransactionHistory({ address: to, caip2: 'eip155:1' });
  const { activity } = await client.getActivity({ activityId: sendTransactionStatusId });
  expect(transactions).toMatchObject([
    {
      transactionHash: eth?.txHash,
      status: 'FINALIZED',
      platform: { sponsored: false, activityFingerprint: activity.fingerprint },
      transfers: [{ direction: 'IN', amount: '7', counterparty: from }],
    },
  ]);
  await receiver.close();
});

test('behavior: webhooks tell that a node refused a transaction, and later that it failed', async () => {
  await using node = await startEvmNode();
  const receiver = await startJsonServer();
  receiver.answers['/events'] = {};
  await using server = await createServerOn(await openTestStore(), {
    database: 'ephemeral',
    configuration: { chains: { 'eip155:1': { rpcUrl: node.url, history: false } }, webhooks: { allowPrivate: true } },
  });
  const { client } = clientOf(server);
  await client.createWebhookEndpointOrThrow({
    url: `${receiver.origin}/events`,
    name: 'Events',
    subscriptions: [{ eventType: 'SEND_TRANSACTION_STATUS_UPDATES' }],
  });
  const wallet = { walletName: 'Payments', accounts: [ethereumAccount()] as never };
  const [from = ''] = (await client.createWalletOrThrow(wallet)).addresses;
  await node.fund(from, 10n ** 18n);
  const pay = (value: string) =>
    client.ethSendTransactionOrThrow({ from, caip2: 'eip155:1', calls: [{ to: from, value }] });
  node.intercept = (method) => {
    if (method === 'eth_sendRawTransaction') throw Object.assign(new Error('insufficient funds'), { code: -32_000 });
    return undefined;
  };
  const refused = await pay('1');
  const told = () =>
    receiver.requests
      .map(({ body }) => (JSON.parse(body) as Event).msg)
      .filter((msg) => msg['sendTransactionStatusId'] === refused.sendTransactionStatusId)
      .map(({ status, error }) => ({ status, error }));
  const undecided = {
    status: 'INITIALIZED',
    error: {
      message: expect.stringMatching(/^the node refused the call: insufficient funds\. It may still be included/),
    },
  };
  await expect.poll(told).toEqual([undecided]);
  node.intercept = undefined;
  await pay('2');
  await expect.poll(() => node.request('eth_getTransactionCount', [from, 'latest'])).toBe('0x1');
  await node.mine(3);
  const failed = { status: 'FAILED', error: { message: 'another transaction with the same nonce was included' } };
  await expect.poll(told).toEqual([undecided, failed]);
  await receiver.close();
});
