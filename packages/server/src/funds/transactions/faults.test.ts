import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { look, type SendingService, startSendingService } from '../../../test/sending.ts';
import type { Reply } from '../../../test/service.ts';
import { watched } from '../../../test/statements.ts';
import { Outbox } from '../../delivery/outbox/outbox.ts';
import { evmTransaction } from './evm-transaction.ts';

const to = '0x00000000000000000000000000000000000000a1';

/** The error of a node that is too busy: nothing is known about the call. */
const busy = () => Object.assign(new Error('limit exceeded'), { code: -32_005 });

const refusedFor = 'the node refused the call: insufficient funds';

/** The error of a node that does not take a transaction. */
const refusal = () => Object.assign(new Error('insufficient funds'), { code: -32_000 });

async function entriesOf({ database, root: { organizationId } }: SendingService) {
  return await database.query(
    (sql) => sql<{ attempts: number; errorCode: string | null }[]>`
      select attempts, error_code from outbox where organization_id = ${organizationId}`,
  );
}

const hashOf = async (service: SendingService, sent: Reply) => (await service.statusOf(sent)).eth.txHash as string;

describe('a node with blocks of its own', async () => {
  const service = await startSendingService();
  afterAll(() => service[Symbol.asyncDispose]());
  const { node } = service;
  let from = '';
  beforeEach(async () => {
    node.intercept = undefined;
    from = await service.createSender();
  });
  const count = async () => BigInt(await node.request('eth_getTransactionCount', [from, 'latest']));
  const failsWith = async (message: RegExp) => {
    const { status, json } = await service.sendCall(from, { to });
    expect([status, json.activity.status]).toEqual([200, 'ACTIVITY_STATUS_FAILED']);
    expect(json.activity.failure).toMatchObject({ code: 9, message: expect.stringMatching(message) });
    expect(await count()).toBe(0n);
  };

  test.each([
    ['is out of sync', 'eth_syncing', { currentBlock: '0x1' }, /has not caught up/],
    [
      'answers nonsense',
      'eth_getTransactionCount',
      'many',
      /sent an invalid response: the result of eth_getTransactionCount/,
    ],
    ['limits its callers', 'eth_getTransactionCount', busy, /cannot be reached .*limit exceeded/],
  ])('error: a node that %s fails the activity, and nothing is sent', async (_, method, answer, message) => {
    node.intercept = (called) => {
      if (called !== method) return undefined;
      if (typeof answer === 'function') throw answer();
      return answer;
    };
    await failsWith(message);
  });

  test('error: a node that asks for a huge fee gets nothing', async () => {
    node.intercept = (method) => (method === 'eth_maxPriorityFeePerGas' ? `0x${(10n ** 15n).toString(16)}` : undefined);
    await failsWith(/the fee could be \d+ wei, but the operator's limit is 1000000000000000000$/);
  });

  test('error: a node that is gone fails the activity, and the next one after it is back is sent', async () => {
    await node.stop();
    await failsWith(/cannot be reached/).finally(() => node.start());
    const sent = await service.sendCall(from, { to });
    await service.becomes(sent, 'INCLUDED');
    expect(await count()).toBe(1n);
  });

  test('behavior: a node that is away when the transaction is to be sent gets it later', async () => {
    node.intercept = (method) => {
      if (method === 'eth_getTransactionReceipt') throw busy();
      return undefined;
    };
    const sent = await service.sendCall(from, { to });
    for (let attempt = 1; attempt <= 15; attempt++) {
      await look(service);
      expect(await service.statusOf(sent)).toMatchObject({ txStatus: 'INITIALIZED' });
    }
    const tried = (await entriesOf(service)).map(({ attempts, errorCode }) => errorCode === 'UNREACHABLE' && attempts);
    expect(Math.max(...tried.map(Number))).toBeGreaterThan(12);
    node.intercept = undefined;
    await look(service);
    await service.becomes(sent, 'INCLUDED');
    expect(await count()).toBe(1n);
  });

  test('behavior: a transaction whose answer was lost is included once', async () => {
    let isLost = true;
    node.intercept = async (method, params) => {
      if (method !== 'eth_sendRawTransaction' || !isLost) return undefined;
      isLost = false;
      await node.request(method, params);
      throw busy();
    };
    const sent = await service.sendCall(from, { to });
    await expect.poll(() => isLost).toBe(false);
    await service.outbox.idle();
    expect((await service.statusOf(sent)).txStatus).toBe('INITIALIZED');
    await look(service);
    await service.becomes(sent, 'INCLUDED');
    expect(await count()).toBe(1n);
  });

  test('behavior: a refusal is no failure until the next transaction, which takes its nonce, is final', async () => {
    node.intercept = (method) => {
      if (method === 'eth_sendRawTransaction') throw Object.assign(new Error('insufficient funds'), { code: -32_000 });
      return undefined;
    };
    const refused = await service.sendCall(from, { to });
    await service.isNotTaken(refused, refusedFor);
    node.intercept = undefined;
    const sent = await service.sendCall(from, { to, value: '1' });
    await service.becomes(sent, 'INCLUDED');
    expect(await node.request('eth_getTransactionByHash', [await hashOf(service, sent)])).toMatchObject({
      nonce: '0x0',
    });
    await service.isNotTaken(refused, refusedFor);
    await node.mine(2);
    await look(service);
    expect(await service.statusOf(refused)).toMatchObject({
      txStatus: 'FAILED',
      txError: 'another transaction with the same nonce was included',
    });
    expect((await service.statusOf(sent)).txStatus).toBe('INCLUDED');
  });

  test('behavior: a refusal after an attempt whose result is unknown is no failure: the first may have arrived', async () => {
    const answers = [busy(), refusal(), refusal(), refusal()];
    node.intercept = (method) => {
      const answer = method === 'eth_sendRawTransaction' ? answers.shift() : undefined;
      if (answer) throw answer;
      return undefined;
    };
    const sent = await service.sendCall(from, { to });
    await expect.poll(() => answers.length).toBeLessThan(4);
    await service.outbox.idle();
    while (answers.length > 0) {
      await look(service);
      expect((await service.statusOf(sent)).txStatus).toBe('INITIALIZED');
    }
    await look(service);
    await service.becomes(sent, 'INCLUDED');
  });

  test.each([
    ['Internal error', -32_603],
    ['request timed out', -32_002],
    ['context deadline exceeded', -32_000],
  ])('behavior: a node that says "%s" may have the transaction: it is no failure', async (message, code) => {
    node.intercept = (method) => {
      if (method === 'eth_sendRawTransaction') throw Object.assign(new Error(message), { code });
      return undefined;
    };
    const sent = await service.sendCall(from, { to });
    await service.outbox.idle();
    await look(service);
    expect((await service.statusOf(sent)).txStatus).toBe('INITIALIZED');
    // A refusal afterwards tells nothing about the first attempt.
    node.intercept = (method) => {
      if (method === 'eth_sendRawTransaction') throw refusal();
      return undefined;
    };
    await look(service);
    expect((await service.statusOf(sent)).txStatus).toBe('INITIALIZED');
    node.intercept = undefined;
    await look(service);
    await service.becomes(sent, 'INCLUDED');
    expect(await count()).toBe(1n);
  });

  test('behavior: a refusal ends the sending also after attempts that ended before anything was sent', async () => {
    node.intercept = (method) => {
      if (method === 'eth_getTransactionReceipt') throw busy();
      return undefined;
    };
    const refused = await service.sendCall(from, { to });
    await service.outbox.idle();
    await look(service);
    node.intercept = (method) => {
      if (method === 'eth_sendRawTransaction') throw refusal();
      return undefined;
    };
    await look(service);
    await service.isNotTaken(refused, refusedFor);
    node.intercept = undefined;
    await look(service);
    await service.isNotTaken(refused, refusedFor);
    const sent = await service.sendCall(from, { to });
    await service.becomes(sent, 'INCLUDED');
    expect(await node.request('eth_getTransactionByHash', [await hashOf(service, sent)])).toMatchObject({
      nonce: '0x0',
    });
  });

  test('behavior: a refusal ends the sending also after the node had asked for earlier nonces first', async () => {
    const answers = [new Error('nonce too high'), refusal()];
    node.intercept = (method) => {
      const answer = method === 'eth_sendRawTransaction' ? answers.shift() : undefined;
      if (answer) throw answer;
      return undefined;
    };
    const sent = await service.sendCall(from, { to });
    await service.outbox.idle();
    expect((await service.statusOf(sent)).txStatus).toBe('INITIALIZED');
    await look(service);
    await service.isNotTaken(sent, refusedFor);
    await look(service);
    await service.isNotTaken(sent, refusedFor);
    expect(await count()).toBe(0n);
  });

  test('behavior: a process that was stalled does not send what another one has taken over', async () => {
    const { database, services } = service;
    const isStalled = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const { organizationId } = service.root;
    // The transactions of other tests are still watched, and their calls would be taken for those of this one.
    const postponeOthers = () =>
      database.query(
        (sql) => sql`
          update outbox set due_at = now() + interval '1 hour'
          where organization_id = ${organizationId} and due_at < now() + interval '50 minutes'
          returning id`,
      );
    do await service.outbox.idle();
    while ((await postponeOthers()).length > 0);
    let receipts = 0;
    node.intercept = async (method) => {
      if (method === 'eth_getTransactionReceipt' && ++receipts === 1) {
        isStalled.resolve();
        await goesOn.promise;
      }
      if (method === 'eth_sendRawTransaction') throw refusal();
      return undefined;
    };
    const sent = await service.sendCall(from, { to });
    await isStalled.promise;
    await database.query(
      (sql) => sql`
      update outbox set lease_id = gen_random_uuid(), due_at = now() - interval '1 second'
      where organization_id = ${organizationId} and due_at < now() + interval '50 minutes'`,
    );
    const next = new Outbox({ database, services, kinds: [evmTransaction], limits: { pollMs: 1_000 } });
    // The other process is between its attempt to send and its record when this one goes on.
    const knowsAsked = Promise.withResolvers<void>();
    const recorded = Promise.withResolvers<void>();
    const refuse = node.intercept;
    node.intercept = async (method, params) => {
      if (method === 'eth_getTransactionByHash') {
        knowsAsked.resolve();
        await recorded.promise;
      }
      return await refuse(method, params);
    };
    await watched(async () => next.start());
    await knowsAsked.promise;
    node.called.length = 0;
    goesOn.resolve();
    await service.outbox.idle();
    expect(node.called).not.toContain('eth_sendRawTransaction');
    recorded.resolve();
    await service.isNotTaken(sent, refusedFor);
    await next.stop();
    expect(await count()).toBe(0n);
  });

  test('behavior: a call that reverts with more data than is read has failed, for an unknown reason', async () => {
    const contract = '0x00000000000000000000000000000000000000c7';
    // PUSH3 0x040000 PUSH1 0 REVERT
    await node.request('hardhat_setCode', [contract, '0x620400006000fd']);
    const sent = await service.sendCall(from, { to: contract }, { gasLimit: '1000000' });
    await service.outbox.idle();
    await node.mine(2);
    await look(service);
    await service.becomes(sent, 'FAILED');
    expect((await service.statusOf(sent)).txError).toBe('reverted: reverted; the node does not report the reason');
  });

  test.each([
    ['of a block that is not on the chain', { blockHash: `0x${'11'.repeat(32)}` }],
    ['of another transaction', { transactionHash: `0x${'22'.repeat(32)}` }],
    ['of another sender', { from: to }],
    ['of a block without it', { blockNumber: '0x0' }],
  ])('error: a receipt %s is not believed', async (_, lie) => {
    node.intercept = async (method, params) => {
      if (method !== 'eth_getTransactionReceipt') return undefined;
      const receipt = await node.request(method, params);
      return receipt === null ? null : { ...receipt, ...lie };
    };
    const sent = await service.sendCall(from, { to });
    for (let looks = 0; looks < 4; looks++) {
      await look(service);
      expect((await service.statusOf(sent)).txStatus).toBe('BROADCASTING');
    }
    node.intercept = undefined;
    await service.becomes(sent, 'INCLUDED');
  });

  test('behavior: a process that dies after the commit leaves the transaction to the next one', async () => {
    const { database, services } = service;
    const successor = () => new Outbox({ database, services, kinds: [evmTransaction], limits: { pollMs: 3_600_000 } });
    const leaseEnds = (after: string) =>
      database.query(
        (sql) => sql`
        update outbox set lease_id = gen_random_uuid(), due_at = now() + ${after}::interval
        where organization_id = ${service.root.organizationId}`,
      );
    // Dies during the call: the node has the transaction, and nobody knows. The lease is not over yet: otherwise the outbox of this
    // process, which is not dead, could take the entry again.
    let isDead = false;
    node.intercept = async (method, params) => {
      if (isDead || method !== 'eth_sendRawTransaction') return undefined;
      isDead = true;
      await node.request(method, params);
      await leaseEnds('1 hour');
      throw busy();
    };
    const sent = await service.sendCall(from, { to });
    await expect.poll(() => isDead).toBe(true);
    await service.outbox.idle();
    expect((await service.statusOf(sent)).txStatus).toBe('INITIALIZED');
    await leaseEnds('-1 second');
    const next = successor();
    await watched(async () => next.start());
    await expect.poll(async () => (await service.statusOf(sent)).txStatus).toBe('INCLUDED');
    await next.stop();
    expect(await count()).toBe(1n);
  });

  test('behavior: a turn that a dead process holds ends by itself', async () => {
    const { database, root } = service;
    const hold = (seconds: number) =>
      database.query(
        (sql) => sql`
      insert into nonce_turns (organization_id, caip2, address, activity_id, ends_at)
      values (${root.organizationId}, ${node.caip2}, ${from.toLowerCase()}, gen_random_uuid(), now() + ${seconds} * interval '1 second')`,
      );
    await hold(1);
    const sent = await service.sendCall(from, { to });
    await service.becomes(sent, 'INCLUDED');
    expect(await count()).toBe(1n);
  });

  test('behavior: a node that does not know what is final tells what is included', async () => {
    node.intercept = (_, params) => {
      if (params.includes('finalized')) throw Object.assign(new Error('unknown block'), { code: -32_602 });
      return undefined;
    };
    const sent = await service.sendCall(from, { to });
    await service.becomes(sent, 'INCLUDED');
  });

  test('error: the same bytes are not sent again while they are on their way', async () => {
    const exact = { nonce: '0', gasLimit: '21000', maxFeePerGas: '9000000000', maxPriorityFeePerGas: '1' };
    node.intercept = (method) => {
      if (method === 'eth_sendRawTransaction') throw busy();
      return undefined;
    };
    const first = await service.sendCall(from, { to }, exact);
    const { status, error } = await service.sendCall(from, { to }, exact);
    expect([status, error]).toEqual([409, 'ALREADY_EXISTS']);
    node.intercept = undefined;
    await service.outbox.idle();
    await look(service);
    await service.becomes(first, 'INCLUDED');
  });

  test('behavior: the same bytes are sent again if a node had refused them', async () => {
    const exact = { nonce: '0', gasLimit: '21000', maxFeePerGas: '9000000000', maxPriorityFeePerGas: '1' };
    node.intercept = (method) => {
      if (method === 'eth_sendRawTransaction') throw Object.assign(new Error('insufficient funds'), { code: -32_000 });
      return undefined;
    };
    const refused = await service.sendCall(from, { to }, exact);
    await service.isNotTaken(refused, refusedFor);
    node.intercept = undefined;
    const sent = await service.sendCall(from, { to }, exact);
    await service.becomes(sent, 'INCLUDED');
    expect(await hashOf(service, sent)).toBe(await hashOf(service, refused));
  });

  test('behavior: a nonce that another request named meanwhile is not used twice', async () => {
    let isNamed = false;
    node.intercept = async (method) => {
      // While the first request is being filled, the second one takes the nonce.
      if (method !== 'eth_estimateGas' || isNamed) return undefined;
      isNamed = true;
      await service.sendCall(from, { to, value: '2' }, { nonce: '0', gasLimit: '21000' });
      return undefined;
    };
    const sent = await service.sendCall(from, { to, value: '1' });
    expect(sent.status).toBe(200);
    await service.becomes(sent, 'INCLUDED');
    expect(await count()).toBe(2n);
  });

  test('behavior: a transaction that the database changed is neither shown nor followed', async () => {
    node.intercept = (method) => {
      if (method === 'eth_sendRawTransaction') throw busy();
      return undefined;
    };
    const sent = await service.sendCall(from, { to });
    await service.outbox.idle();
    await service.database.query(
      (sql) => sql`
      update sent_transactions set status = 'INCLUDED'
      where organization_id = ${service.root.organizationId} and id = ${sent.json.activity.id}`,
    );
    expect((await service.statusOf(sent)).code).toBe(5);
    node.intercept = undefined;
    await look(service);
    expect((await service.statusOf(sent)).code).toBe(5);
  });
});

describe('a node whose blocks the test makes', async () => {
  const service = await startSendingService({ automine: false, finality: 5 });
  afterAll(() => service[Symbol.asyncDispose]());
  const { node } = service;
  beforeEach(() => {
    node.intercept = undefined;
  });

  test('behavior: a reorganisation of three blocks: included, waiting again, included in another block, final', async () => {
    const from = await service.createSender();
    await node.mine();
    const drop = await node.checkpoint();
    const sent = await service.sendCall(from, { to });
    await service.becomes(sent, 'BROADCASTING');
    await node.mine(3);
    await service.becomes(sent, 'INCLUDED');
    const first = await node.request('eth_getTransactionReceipt', [await hashOf(service, sent)]);
    await drop();
    await look(service);
    await service.becomes(sent, 'BROADCASTING');
    await node.mine();
    await service.becomes(sent, 'INCLUDED');
    const second = await node.request('eth_getTransactionReceipt', [await hashOf(service, sent)]);
    expect(second.blockHash).not.toBe(first.blockHash);
    await look(service);
    expect(await entriesOf(service)).toHaveLength(1);
    await node.mine(5);
    await look(service);
    expect(await entriesOf(service)).toEqual([]);
    expect(await service.statusOf(sent)).toMatchObject({ txStatus: 'INCLUDED' });
  });

  test('behavior: after a reorganisation of three blocks, a transaction that the node refuses is not included', async () => {
    const from = await service.createSender();
    await node.mine();
    const drop = await node.checkpoint();
    const sent = await service.sendCall(from, { to });
    await service.becomes(sent, 'BROADCASTING');
    await node.mine(3);
    await service.becomes(sent, 'INCLUDED');
    await drop();
    await node.fund(from, 0n);
    await look(service);
    expect((await service.statusOf(sent)).txStatus).toBe('BROADCASTING');
    await look(service);
    expect((await service.statusOf(sent)).txStatus).toBe('BROADCASTING');
    await node.fund(from, 10n ** 24n);
    await look(service);
    await node.mine();
    await service.becomes(sent, 'INCLUDED');
    expect(BigInt(await node.request('eth_getTransactionCount', [from, 'latest']))).toBe(1n);
  });

  test.each([
    ['asks for earlier nonces', 'nonce too high'],
    ['answers with an error that nobody knows', 'Internal error'],
  ])('behavior: after a reorganisation, a node that %s does not have it', async (_, message) => {
    const from = await service.createSender();
    await node.mine();
    const drop = await node.checkpoint();
    const sent = await service.sendCall(from, { to });
    await service.becomes(sent, 'BROADCASTING');
    await node.mine(3);
    await service.becomes(sent, 'INCLUDED');
    await drop();
    node.intercept = (method) => {
      if (method === 'eth_sendRawTransaction') throw new Error(message);
      return undefined;
    };
    await look(service);
    node.intercept = undefined;
    expect((await service.statusOf(sent)).txStatus).toBe('BROADCASTING');
    await look(service);
    await node.mine();
    await service.becomes(sent, 'INCLUDED');
  });

  test('behavior: a reverted transaction whose three blocks are dropped is sent again, and may then succeed', async () => {
    const from = await service.createSender();
    const contract = '0x00000000000000000000000000000000000000c8';
    // PUSH1 0 PUSH1 0 REVERT
    await node.request('hardhat_setCode', [contract, '0x60006000fd']);
    await node.mine();
    const drop = await node.checkpoint();
    const sent = await service.sendCall(from, { to: contract }, { gasLimit: '100000' });
    await service.becomes(sent, 'BROADCASTING');
    await node.mine(3);
    await look(service);
    // It may still succeed in another block.
    const undecided = { txStatus: 'BROADCASTING', eth: expect.anything() };
    expect(await service.statusOf(sent)).toEqual(undecided);
    await drop();
    await node.request('hardhat_setCode', [contract, '0x']);
    await look(service);
    expect(await service.statusOf(sent)).toEqual(undecided);
    await node.mine();
    await service.becomes(sent, 'INCLUDED');
  });

  test('behavior: a reverted transaction has failed once its block is final', async () => {
    const from = await service.createSender();
    const contract = '0x00000000000000000000000000000000000000c9';
    // PUSH1 0 PUSH1 0 REVERT
    await node.request('hardhat_setCode', [contract, '0x60006000fd']);
    const sent = await service.sendCall(from, { to: contract }, { gasLimit: '100000' });
    await service.becomes(sent, 'BROADCASTING');
    await node.mine(5);
    await look(service);
    expect((await service.statusOf(sent)).txStatus).toBe('BROADCASTING');
    const next = await service.sendCall(from, { to });
    await service.becomes(next, 'BROADCASTING');
    await node.mine();
    await look(service);
    expect(await service.statusOf(sent)).toMatchObject({
      txStatus: 'FAILED',
      error: { revertChain: [{ address: contract }] },
    });
    await service.becomes(next, 'INCLUDED');
  });

  test.each([
    ['the receipt', ['eth_getTransactionReceipt']],
    ['the receipt and the transaction', ['eth_getTransactionReceipt', 'eth_getTransactionByHash']],
  ])('behavior: a node that has dropped %s of a final block does not make it a failure', async (_, dropped) => {
    const from = await service.createSender();
    const sent = await service.sendCall(from, { to });
    await service.becomes(sent, 'BROADCASTING');
    await node.mine();
    await service.becomes(sent, 'INCLUDED');
    node.intercept = (method) => (dropped.includes(method) ? null : undefined);
    await node.mine(10);
    await look(service);
    expect((await service.statusOf(sent)).txStatus).toBe('INCLUDED');
    node.intercept = undefined;
    await look(service);
    expect(await entriesOf(service)).toEqual([]);
    expect((await service.statusOf(sent)).txStatus).toBe('INCLUDED');
  });

  test('behavior: an account has 64 transactions in flight, and no more until some are included', async () => {
    const from = await service.createSender();
    const fees = (gwei: number) => ({ maxFeePerGas: `${gwei}000000000`, maxPriorityFeePerGas: `${gwei}000000000` });
    const sent = await Promise.all(Array.from({ length: 64 }, () => service.sendCall(from, { to }, fees(10))));
    expect(sent.map(({ json }) => json.activity?.status)).toEqual(Array(64).fill('ACTIVITY_STATUS_COMPLETED'));
    const refused = await service.sendCall(from, { to }, fees(10));
    expect([refused.status, refused.error]).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
    expect((await service.sendCall(from, { to }, { nonce: '64', ...fees(10) })).error).toBe('RESOURCE_LIMIT_EXCEEDED');
    // Another account, and one that replaces a waiting transaction.
    expect((await service.sendCall(await service.createSender(), { to })).status).toBe(200);
    const replacing = await service.sendCall(from, { to }, { nonce: '0', ...fees(20) });
    expect(replacing.json.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    await service.becomes(replacing, 'BROADCASTING');
    for (const one of sent.slice(1)) await service.becomes(one, 'BROADCASTING');
    await node.mine();
    await look(service);
    const next = await service.sendCall(from, { to }, fees(10));
    expect(next.json.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    await service.becomes(next, 'BROADCASTING');
    expect(Number(await node.request('eth_getTransactionCount', [from, 'pending']))).toBe(65);
    await node.mine();
    await service.becomes(next, 'INCLUDED');
  });

  test('behavior: a transaction with the same nonce and a higher fee replaces one that waits', async () => {
    const from = await service.createSender();
    const fees = (gwei: number) => ({ maxFeePerGas: `${gwei}000000000`, maxPriorityFeePerGas: `${gwei}000000000` });
    const first = await service.sendCall(from, { to, value: '1' }, fees(10));
    await service.becomes(first, 'BROADCASTING');
    const second = await service.sendCall(from, { to, value: '2' }, { nonce: '0', ...fees(20) });
    await service.becomes(second, 'BROADCASTING');
    const third = await service.sendCall(from, { to, value: '3' });
    await service.becomes(third, 'BROADCASTING');
    await node.mine();
    await service.becomes(second, 'INCLUDED');
    await service.becomes(third, 'INCLUDED');
    await look(service);
    // Not yet final: the chain could still drop the second.
    expect((await service.statusOf(first)).txStatus).toBe('BROADCASTING');
    await node.mine(5);
    await look(service);
    expect(await service.statusOf(first)).toMatchObject({
      txStatus: 'FAILED',
      txError: 'another transaction with the same nonce was included',
    });
    expect(BigInt(await node.request('eth_getTransactionCount', [from, 'latest']))).toBe(2n);
  });

  test('behavior: a node that forgets what waits gets it again', async () => {
    const from = await service.createSender();
    const sent = await service.sendCall(from, { to });
    await service.becomes(sent, 'BROADCASTING');
    await node.request('hardhat_dropTransaction', [await hashOf(service, sent)]);
    await look(service);
    await node.mine();
    await service.becomes(sent, 'INCLUDED');
  });
});
