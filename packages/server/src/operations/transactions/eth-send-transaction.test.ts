import { afterAll, describe, expect, test } from 'vitest';
import { addUser } from '../../../test/organizations.ts';
import { look, startSendingService } from '../../../test/sending.ts';

const service = await startSendingService();
afterAll(() => service[Symbol.asyncDispose]());
const { node, root } = service;
const from = await service.createSender();
const to = '0x00000000000000000000000000000000000000a1';
const balance = async (address: string) => BigInt(await node.request('eth_getBalance', [address, 'latest']));

test('default: is signed, sent and included', async () => {
  const sent = await service.sendCall(from, { to, value: '1000' });
  expect(sent.json.activity).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
  await service.becomes(sent, 'INCLUDED');
  expect(await balance(to)).toBe(1000n);
  const { txStatus, eth, error } = await service.statusOf(sent);
  expect({ txStatus, error }).toEqual({ txStatus: 'INCLUDED', error: undefined });
  const transaction = await node.request('eth_getTransactionByHash', [eth.txHash]);
  expect(transaction).toMatchObject({
    from: from.toLowerCase(),
    to,
    value: '0x3e8',
    type: '0x2',
    chainId: '0x1',
  });
});

test('behavior: the same body again sends nothing', async () => {
  const sent = await service.sendCall(from, { to, value: '1' });
  await service.becomes(sent, 'INCLUDED');
  const before = await node.request('eth_getTransactionCount', [from, 'latest']);
  const again = await service.send(root, 'eth_send_transaction', sent.body);
  expect(again.json.activity.id).toBe(sent.json.activity.id);
  expect(await node.request('eth_getTransactionCount', [from, 'latest'])).toBe(before);
});

test('behavior: 20 at the same time have 20 nonces in a row, and all are included', async () => {
  const sender = await service.createSender();
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, index) => service.sendCall(sender, { to, value: String(index) })),
  );
  for (const one of sent) await service.becomes(one, 'INCLUDED');
  expect(BigInt(await node.request('eth_getTransactionCount', [sender, 'latest']))).toBe(20n);
});

describe('what the request gives is taken as it is', () => {
  test('args: gas, fees, nonce and data', async () => {
    const sender = await service.createSender();
    const more = { nonce: '0', gasLimit: '60000', maxFeePerGas: '9000000000', maxPriorityFeePerGas: '3' };
    const sent = await service.sendCall(sender, { to, data: '0x0102' }, more);
    await service.becomes(sent, 'INCLUDED');
    const { eth } = await service.statusOf(sent);
    expect(await node.request('eth_getTransactionByHash', [eth.txHash])).toMatchObject({
      nonce: '0x0',
      gas: '0xea60',
      maxFeePerGas: '0x218711a00',
      maxPriorityFeePerGas: '0x3',
      input: '0x0102',
    });
  });
});

describe('0x is no data, as libraries write it', () => {
  const inputOf = async (txHash: string) => (await node.request('eth_getTransactionByHash', [txHash])).input;

  test.each([
    ['a payment', () => to],
    ['a payment to itself, which cancels another one', () => from],
  ])('args: %s', async (_, recipient) => {
    const sent = await service.sendCall(from, { to: recipient(), value: '7', data: '0x' });
    expect(sent.json.activity?.status).toBe('ACTIVITY_STATUS_COMPLETED');
    await service.becomes(sent, 'INCLUDED');
    expect(await inputOf((await service.statusOf(sent)).eth.txHash)).toBe('0x');
  });

  test('args: the type without a version', async () => {
    const parameters = { from, caip2: node.caip2, to, value: '5', data: '0x' };
    const type = 'ACTIVITY_TYPE_ETH_SEND_TRANSACTION';
    const body = { type, timestampMs: String(Date.now()), organizationId: root.organizationId, parameters };
    const { json } = await service.send(root, 'eth_send_transaction', JSON.stringify(body));
    expect(json.activity?.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('args: a call of a batch is the same as one without data', async () => {
    const sender = await service.createSender();
    await node.request('hardhat_setCode', [sender, '0x60015f5260205ff3']);
    const inputs = [];
    for (const data of [{ data: '0x' }, {}]) {
      const calls = [{ to, value: '1', ...data }, { to }];
      const sent = await service.sendCall(sender, {}, { calls });
      await service.becomes(sent, 'INCLUDED');
      inputs.push(await inputOf((await service.statusOf(sent)).eth.txHash));
    }
    expect(inputs[0]).toBe(inputs[1]);
  });

  test('behavior: policies see a call without data', async () => {
    const { json: created } = await service.submit(root, 'create_policy', {
      policyName: 'No data',
      effect: 'EFFECT_ALLOW',
      consensus: 'true',
      condition: "eth.tx.data == '0x'",
      notes: '',
    });
    const { policyId } = created.activity.result.createPolicyResult;
    const user = await addUser(service, root);
    const paid = await service.sendCall(from, { to, data: '0x' }, {}, user);
    const called = await service.sendCall(from, { to, data: '0x00' }, {}, user);
    expect([paid.status, called.status]).toEqual([200, 403]);
    await service.submit(root, 'delete_policy', { policyId });
  });

  test.each(['', '0x0', '0X'])('error: %j is no hex', async (data) => {
    const { status, error } = await service.sendCall(from, { to, data });
    expect([status, error]).toEqual([400, 'REQUEST_INVALID']);
  });
});

describe('refusals', () => {
  test.each([
    ['sponsor', { sponsor: true }, {}],
    ['deadline', { deadline: '1' }, {}],
    ['a nonce that is used', { nonce: '0' }, {}],
    ['a priority fee above the fee', { maxFeePerGas: '1', maxPriorityFeePerGas: '2' }, {}],
    ['a wrong checksum', {}, { to: '0x91120bA67a1Dc898776A800581F44F18C035A45F' }],
    ['several calls without code', { calls: [{ to }, { to }] }, {}],
    ['a nonce far ahead', { nonce: '1000' }, {}],
    ['a call to itself with data', {}, { to: from, data: '0x01' }],
    ['a call to itself with data in a batch', { calls: [{ to }, { to: from.toLowerCase(), data: '0x01' }] }, {}],
    ['the zero address in a batch', { calls: [{ to }, { to: `0x${'0'.repeat(40)}` }] }, {}],
  ])('error: %s', async (_, more, call) => {
    const before = await service.database.query((sql) => sql`select count(*) from sent_transactions`);
    const { status, error } = await service.sendCall(from, { to, ...call }, more);
    expect([status, error]).toEqual([400, 'INVALID_TRANSACTION']);
    expect(await service.database.query((sql) => sql`select count(*) from sent_transactions`)).toEqual(before);
  });

  test('error: an address of somebody else', async () => {
    const { status, error } = await service.sendCall(to, { to });
    expect([status, error]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  test('error: a chain without a node fails the activity', async () => {
    const { status, json } = await service.sendCall(from, { to }, { caip2: 'eip155:8453' });
    expect(status).toBe(200);
    expect(json.activity).toMatchObject({
      status: 'ACTIVITY_STATUS_FAILED',
      failure: { code: 9, message: 'no node is configured for eip155:8453' },
    });
  });

  test('error: a call that would be reverted is not sent', async () => {
    const reverts = '0x00000000000000000000000000000000000000b2';
    await node.request('hardhat_setCode', [reverts, '0x60006000fd']);
    const { json } = await service.sendCall(from, { to: reverts });
    expect(json.activity).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED', failure: { code: 9 } });
    expect(json.activity.failure.message).toMatch(/^eip155:1: the call would revert/);
  });
});

test('behavior: a transaction that is reverted in a final block has failed, with the reason', async () => {
  // Reverts with Error("no").
  const code = `0x7f${'08c379a0'.padEnd(64, '0')}600052602060045260026024527f${'6e6f'.padEnd(64, '0')}60445260646000fd`;
  const reverts = '0x00000000000000000000000000000000000000c3';
  await node.request('hardhat_setCode', [reverts, code]);
  const sent = await service.sendCall(from, { to: reverts }, { gasLimit: '100000' });
  await service.becomes(sent, 'BROADCASTING');
  await node.mine(3);
  await look(service);
  await service.becomes(sent, 'FAILED');
  expect(await service.statusOf(sent)).toMatchObject({
    txError: 'reverted: no',
    error: { revertChain: [{ address: reverts, errorType: 'native', displayMessage: 'no' }] },
  });
});

test('behavior: several calls are one call of the account to itself', async () => {
  const sender = await service.createSender();
  // Answers 1 to every call: it claims to support batches.
  await node.request('hardhat_setCode', [sender, '0x60015f5260205ff3']);
  const calls = [
    { to, value: '1' },
    { to, data: '0x0102' },
  ];
  const sent = await service.sendCall(sender, {}, { calls });
  await service.becomes(sent, 'INCLUDED');
  const { eth } = await service.statusOf(sent);
  const transaction = await node.request('eth_getTransactionByHash', [eth.txHash]);
  expect(transaction).toMatchObject({ from: sender.toLowerCase(), to: sender.toLowerCase(), value: '0x0' });
  expect(transaction.input).toMatch(/^0xe9ae5c5301/);
});

describe('policies', async () => {
  const friend = '0x00000000000000000000000000000000000000f1';
  const user = await addUser(service, root);
  const sender = await service.createSender();
  await service.submit(root, 'create_policy', {
    policyName: 'To a friend',
    effect: 'EFFECT_ALLOW',
    consensus: `approvers.any(user, user.id == '${user.userId}')`,
    condition: `eth.tx.to == '${friend}' && eth.tx.value <= 100 && eth.tx.chain_id == 1`,
    notes: '',
  });
  const send = (call: object, more = {}) => service.sendCall(sender, call, more, user);

  test('default: what they allow is sent', async () => {
    const sent = await send({ to: friend, value: '100' });
    expect(sent.status).toBe(200);
    await service.becomes(sent, 'INCLUDED');
    expect(await balance(friend)).toBe(100n);
  });

  test.each([
    ['another recipient', { to }],
    ['a larger amount', { to: friend, value: '101' }],
  ])('error: %s', async (_, call) => {
    const { status, error } = await send(call);
    expect([status, error]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  });

  test('error: a batch in which they do not allow one call', async () => {
    const { status } = await send({}, { calls: [{ to: friend, value: '1' }, { to }] });
    expect(status).toBe(403);
  });

  test('behavior: a field that the request leaves open is missing, so that a denial applies', async () => {
    const { json } = await service.submit(root, 'create_policy', {
      policyName: 'Cheap only',
      effect: 'EFFECT_DENY',
      condition: 'eth.tx.max_fee_per_gas > 1000000000000',
      notes: '',
    });
    expect((await send({ to: friend })).status).toBe(403);
    const sent = await send({ to: friend }, { maxFeePerGas: '100000000000' });
    expect(sent.status).toBe(200);
    await service.becomes(sent, 'INCLUDED');
    await service.submit(root, 'delete_policy', { policyId: json.activity.result.createPolicyResult.policyId });
  });

  test('behavior: a denied activity leaves no nonce behind', async () => {
    await send({ to });
    const sent = await send({ to: friend });
    await service.becomes(sent, 'INCLUDED');
  });
});

test('behavior: the type without a version takes one call', async () => {
  const type = 'ACTIVITY_TYPE_ETH_SEND_TRANSACTION';
  const parameters = { from, caip2: node.caip2, to, value: '5' };
  const body = { type, timestampMs: String(Date.now()), organizationId: root.organizationId, parameters };
  const { json } = await service.send(root, 'eth_send_transaction', JSON.stringify(body));
  expect(json.activity.result.ethSendTransactionResult.sendTransactionStatusId).toBe(json.activity.id);
});
