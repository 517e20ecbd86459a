import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { look, startSendingService } from '../../../test/sending.ts';
import type { Reply } from '../../../test/service.ts';
import type { ActivityContext } from '../../core/handlers/implement.ts';
import { useNonceTurn } from './nonce-turn.ts';

const service = await startSendingService({ automine: false, finality: 5 });
afterAll(() => service[Symbol.asyncDispose]());
const { node } = service;
let from = '';
let to = '';
let accounts = 0;
beforeEach(async () => {
  node.intercept = undefined;
  // What an earlier test has left would be sent in this one.
  await service.outbox.idle();
  await service.database.query((sql) => sql`delete from outbox where organization_id = ${service.root.organizationId}`);
  from = await service.createSender();
  // Nobody has paid to it yet.
  to = `0x${(0xa000 + accounts++).toString(16).padStart(40, '0')}`;
});

const refusal = () => Object.assign(new Error('insufficient funds'), { code: -32_000 });
const paid = async () => BigInt(await node.request('eth_getBalance', [to, 'latest']));
const nonceOf = async (sent: Reply) => {
  const [row] = await service.database.query(
    (sql) => sql<{ nonce: bigint }[]>`
      select nonce from sent_transactions where id = ${sent.json.activity.id}`,
  );
  return row?.nonce;
};
const pay = (more: object = {}) => service.sendCall(from, { to, value: '1000' }, more);
const fees = (gwei: number) => ({ maxFeePerGas: `${gwei}000000000`, maxPriorityFeePerGas: `${gwei}000000000` });
/** The node has no state of blocks that it makes together. */
const mine = async (blocks: number) => {
  for (let made = 0; made < blocks; made++) await node.mine();
};
const lookTwice = async () => {
  await look(service);
  await look(service);
};

/** A node that keeps what it is given, answers with an error, and denies that it knows it until the lie ends. */
function lieAbout(answer: () => Error) {
  const hidden = new Set<unknown>();
  node.intercept = async (method, params) => {
    if (method === 'eth_sendRawTransaction') {
      hidden.add(await node.request(method, params).catch(() => undefined));
      throw answer();
    }
    const isAsked = method === 'eth_getTransactionByHash' || method === 'eth_getTransactionReceipt';
    return isAsked && hidden.has(params[0]) ? null : undefined;
  };
}

/** A node that takes nothing, and says so. */
function refuse() {
  node.intercept = (method) => {
    if (method === 'eth_sendRawTransaction') throw refusal();
    return undefined;
  };
}

test.each([
  ['refuses a payment', refusal],
  ['answers a payment with an internal error', () => new Error('Internal error')],
  ['says that the nonce of a payment is used', () => new Error('nonce too low')],
])('behavior: a node that %s, keeps it and denies knowing it cannot have it paid twice', async (_, answer) => {
  lieAbout(answer);
  const first = await pay(fees(10));
  await lookTwice();
  expect(await service.statusOf(first)).toMatchObject({
    txStatus: 'INITIALIZED',
    txError: expect.stringMatching(
      /\. It may still be included, until another transaction with the same nonce is final$/,
    ),
  });
  // The node counts what it has kept, and yet the caller pays again with the same nonce.
  expect(Number(await node.request('eth_getTransactionCount', [from, 'pending']))).toBe(1);
  // The node does not replace the one that it kept by one with lower fees.
  const second = await pay(fees(9));
  expect([await nonceOf(first), await nonceOf(second)]).toEqual([0n, 0n]);
  await lookTwice();
  await mine(10);
  await lookTwice();
  expect(await paid()).toBe(1000n);
  // As long as the node denies the one that is in a final block, nobody is told that it failed.
  expect((await service.statusOf(first)).txStatus).toBe('INITIALIZED');
  node.intercept = undefined;
  await lookTwice();
  expect((await service.statusOf(first)).txStatus).toBe('INCLUDED');
  expect(await service.statusOf(second)).toMatchObject({
    txStatus: 'FAILED',
    txError: 'another transaction with the same nonce was included',
  });
  expect(await paid()).toBe(1000n);
});

test('behavior: a refused transaction fails once the next one, which has its nonce, is final', async () => {
  refuse();
  const refused = await pay();
  await service.outbox.idle();
  node.intercept = undefined;
  const next = await pay(fees(10));
  await lookTwice();
  await node.mine();
  await look(service);
  expect((await service.statusOf(next)).txStatus).toBe('INCLUDED');
  // The chain could still drop the block of the next one.
  expect((await service.statusOf(refused)).txStatus).toBe('INITIALIZED');
  await mine(5);
  await look(service);
  expect(await service.statusOf(refused)).toMatchObject({
    txStatus: 'FAILED',
    txError: 'another transaction with the same nonce was included',
  });
  expect(await service.statusOf(next)).toMatchObject({ txStatus: 'INCLUDED' });
  await look(service);
  const waiting = await service.database.query(
    (sql) =>
      sql`select from outbox where organization_id = ${service.root.organizationId} and contents::jsonb ->> 'address' = ${from.toLowerCase()}`,
  );
  expect(waiting).toHaveLength(0);
});

test('behavior: a refused transaction is not sent again, and stays undecided as long as its nonce is unused', async () => {
  refuse();
  const refused = await pay();
  await service.outbox.idle();
  node.intercept = undefined;
  node.called.length = 0;
  for (let blocks = 0; blocks < 3; blocks++) {
    await mine(5);
    await look(service);
    expect(await service.statusOf(refused)).toMatchObject({
      txStatus: 'INITIALIZED',
      txError: expect.stringMatching(/^the node refused the call: insufficient funds\. /),
    });
  }
  expect(node.called).not.toContain('eth_sendRawTransaction');
});

test('behavior: what no node has is sent again, until its nonce is given to another one', async () => {
  const sends: unknown[] = [];
  node.intercept = (method, [raw]) => {
    if (method !== 'eth_sendRawTransaction') return undefined;
    sends.push(raw);
    throw new Error('Internal error');
  };
  const first = await pay(fees(10));
  await service.outbox.idle();
  await lookTwice();
  await service.isNotTaken(first, 'the node refused the call: Internal error');
  expect(new Set(sends).size).toBe(1);
  expect(sends.length).toBeGreaterThan(2);
  const second = await pay(fees(21));
  expect(await nonceOf(second)).toBe(0n);
  await service.outbox.idle();
  sends.length = 0;
  await lookTwice();
  expect(new Set(sends).size).toBe(1);
  node.intercept = undefined;
  await lookTwice();
  await mine(6);
  await lookTwice();
  expect([(await service.statusOf(first)).txStatus, (await service.statusOf(second)).txStatus]).toEqual([
    'FAILED',
    'INCLUDED',
  ]);
});

test('behavior: what no node has is sent once a node takes it', async () => {
  node.intercept = (method) => {
    if (method !== 'eth_sendRawTransaction') return undefined;
    throw new Error('Internal error');
  };
  const sent = await pay();
  await service.isNotTaken(sent, 'the node refused the call: Internal error');
  node.intercept = undefined;
  await look(service);
  expect(await service.statusOf(sent)).toEqual({ txStatus: 'BROADCASTING', eth: expect.anything() });
  expect(await nonceOf(await pay())).toBe(1n);
});

test('behavior: a node that counts too much cannot have a payment included beside the one that repeats it', async () => {
  let isFirst = true;
  node.intercept = (method, [, block]) => {
    if (method === 'eth_getTransactionCount' && block === 'pending' && isFirst) return '0x1';
    if (method === 'eth_sendRawTransaction') throw refusal();
    return undefined;
  };
  const first = await pay();
  await service.outbox.idle();
  isFirst = false;
  expect([await nonceOf(first), await nonceOf(await pay())]).toEqual([1n, 1n]);
});

test('error: a commit with a nonce while that of an earlier transaction is open', async () => {
  refuse();
  const refused = await pay();
  await service.outbox.idle();
  const { database, root } = service;
  const account = { caip2: node.caip2, address: from.toLowerCase() };
  const { organizationId } = root;
  const activityId = refused.json.activity.id;
  const use = async (nonce: bigint) => {
    await database.query(
      (sql) => sql`
        update nonce_turns set activity_id = ${activityId}
        where organization_id = ${organizationId} and address = ${account.address}`,
    );
    await database.transaction(async (sql) => {
      const context = { sql, organization: { id: organizationId }, activityId } as ActivityContext;
      await useNonceTurn(context, account, nonce);
    });
  };
  await expect(use(1n)).rejects.toMatchObject({ code: 'CONCURRENT_CHANGE' });
  await use(0n);
});

test('behavior: with several in flight, the nonce of the refused one comes first, then the next free one', async () => {
  refuse();
  const refused = await pay();
  await service.isNotTaken(refused, 'the node refused the call: insufficient funds');
  node.intercept = undefined;
  const filling = await pay();
  const [third, fourth] = [await pay(), await pay()];
  for (const sent of [filling, third, fourth]) await service.becomes(sent, 'BROADCASTING');
  refuse();
  const alsoRefused = await pay();
  await service.isNotTaken(alsoRefused, 'the node refused the call: insufficient funds');
  node.intercept = undefined;
  const last = await pay();
  const nonces = [];
  for (const sent of [refused, filling, third, fourth, alsoRefused, last]) nonces.push(await nonceOf(sent));
  expect(nonces).toEqual([0n, 0n, 1n, 2n, 3n, 3n]);
  await service.becomes(last, 'BROADCASTING');
  await node.mine();
  await look(service);
  for (const sent of [filling, third, fourth, last]) expect((await service.statusOf(sent)).txStatus).toBe('INCLUDED');
});

test('behavior: transactions that a node has taken keep their nonces if it then refuses and denies them', async () => {
  const sent = await pay(fees(10));
  await service.becomes(sent, 'BROADCASTING');
  await node.request('hardhat_dropTransaction', [(await service.statusOf(sent)).eth.txHash]);
  refuse();
  await lookTwice();
  expect(await service.statusOf(sent)).toEqual({ txStatus: 'BROADCASTING', eth: expect.anything() });
  // A refusal of the next one would end its sending.
  node.intercept = undefined;
  const next = await pay(fees(10));
  expect(await nonceOf(next)).toBe(1n);
  await lookTwice();
  await node.mine();
  await look(service);
  expect([(await service.statusOf(sent)).txStatus, (await service.statusOf(next)).txStatus]).toEqual([
    'INCLUDED',
    'INCLUDED',
  ]);
});

describe('a nonce that somebody else has used', () => {
  /** Has another program use the nonce. */
  async function useElsewhere() {
    await node.request('hardhat_impersonateAccount', [from]);
    await node.request('eth_sendTransaction', [{ from, to: from, nonce: '0x0', gas: '0x5208' }]);
    await node.mine();
  }

  test('behavior: nothing is sent before a final block tells by which transaction', async () => {
    refuse();
    const refused = await pay();
    await service.outbox.idle();
    node.intercept = undefined;
    await useElsewhere();
    const early = await pay();
    expect(early.json.activity).toMatchObject({
      status: 'ACTIVITY_STATUS_FAILED',
      failure: {
        message:
          'eip155:1: no node accepted an earlier transaction with the nonce 0, and a block has used this nonce. Send again once the node shows the transaction that used it in a final block, or set a nonce',
      },
    });
    await look(service);
    expect((await service.statusOf(refused)).txStatus).toBe('INITIALIZED');
    await mine(40);
    await look(service);
    expect((await service.statusOf(refused)).txStatus).toBe('FAILED');
    const next = await pay();
    expect(await nonceOf(next)).toBe(1n);
  });

  test('behavior: a request that names a nonce is sent', async () => {
    refuse();
    await pay();
    await service.outbox.idle();
    node.intercept = undefined;
    await useElsewhere();
    const named = await pay({ nonce: '1' });
    await service.becomes(named, 'BROADCASTING');
  });

  test('behavior: without the state of the final block, nothing is said to have failed', async () => {
    const sent = await pay(fees(10));
    await service.becomes(sent, 'BROADCASTING');
    await node.request('hardhat_dropTransaction', [(await service.statusOf(sent)).eth.txHash]);
    await useElsewhere();
    await mine(10);
    node.intercept = (method, [, block]) => {
      if (method === 'eth_getTransactionCount' && String(block).startsWith('0x')) throw new Error('missing trie node');
      return undefined;
    };
    await lookTwice();
    expect((await service.statusOf(sent)).txStatus).toBe('BROADCASTING');
    node.intercept = undefined;
    await look(service);
    expect((await service.statusOf(sent)).txStatus).toBe('FAILED');
  });
});

test('behavior: a node that denies what is in its final block does not make it a failure', async () => {
  const sent = await pay();
  await service.becomes(sent, 'BROADCASTING');
  const denied = ['eth_getTransactionReceipt', 'eth_getTransactionByHash'];
  node.intercept = (method) => (denied.includes(method) ? null : undefined);
  await mine(10);
  await lookTwice();
  expect((await service.statusOf(sent)).txStatus).toBe('BROADCASTING');
  node.intercept = undefined;
  await look(service);
  expect((await service.statusOf(sent)).txStatus).toBe('INCLUDED');
});

test('behavior: a node that calls a payment reverted is not believed before the block is final', async () => {
  const sent = await pay();
  await service.becomes(sent, 'BROADCASTING');
  node.intercept = async (method, params) => {
    if (method !== 'eth_getTransactionReceipt') return undefined;
    const receipt = await node.request(method, params);
    return receipt && { ...receipt, status: '0x0' };
  };
  await node.mine();
  await lookTwice();
  expect(await service.statusOf(sent)).toEqual({ txStatus: 'BROADCASTING', eth: expect.anything() });
  node.intercept = undefined;
  await look(service);
  expect((await service.statusOf(sent)).txStatus).toBe('INCLUDED');
});
