import { effort, inFull, repetitions } from '@mintmark/testing/effort';
import { patience } from '@mintmark/testing/patience';
import { createRandom } from '@mintmark/testing/random';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveTokens, transferCall } from '../../../test/evm-contracts.ts';
import { createHistoryRig, type HistoryNode, type HistoryRig, startHistoryNode } from '../../../test/history-rig.ts';
import { inOrder, scanChain, scannedForm } from '../../../test/scan-chain.ts';
import { watched } from '../../../test/statements.ts';
import { type Database, openDatabase } from '../../storage/store/database.ts';
import type { ChainFollower } from './chain-follower.ts';
import type { HistoryEvents } from './record-blocks.ts';

let node: HistoryNode;
let rig: HistoryRig;
beforeAll(async () => {
  node = await startHistoryNode({ finality: 6 });
  rig = await createHistoryRig([node]);
  await rig.service.database.transaction((sql) => sql`create table raised (event text, block_hash text, place text)`);
  for (const address of rig.addresses) await node.fund(address, 10n ** 18n);
  await giveTokens(node, node.rich, 10n ** 9n);
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

class Crash extends Error {}

/** How a call to the database ends the process: before it, after its statements and before the commit, or after the commit. */
const crashes = ['before', 'uncommitted', 'committed'] as const;

/** A database whose user is killed at a call. */
function killedAt(database: Database, call: number, how: (typeof crashes)[number]) {
  let calls = 0;
  const killed: Database = {
    ...database,
    async query(work, options) {
      if (++calls === call) throw new Crash();
      return await database.query(work, options);
    },
    async transaction(work, options) {
      const isLast = ++calls === call;
      if (isLast && how === 'before') throw new Crash();
      const result = await database.transaction(async (sql, last) => {
        const done = await work(sql, last);
        if (isLast && how === 'uncommitted') throw new Crash();
        return done;
      }, options);
      if (isLast && how === 'committed') throw new Crash();
      return result;
    },
  };
  return { killed, wasKilled: () => calls >= call };
}

/** Keeps events in the transaction that raises them. */
const raise =
  (event: string): HistoryEvents['confirmed'] =>
  async (sql, rows) => {
    const raised = rows.map(({ blockHash, transactionIndex, address }) => ({
      event,
      blockHash,
      place: `${transactionIndex} ${address}`,
    }));
    await sql`insert into raised ${sql(raised)}`;
    return () => {};
  };
const events: HistoryEvents = { confirmed: raise('confirmed'), finalized: raise('finalized') };

const start = (database: Database = rig.service.database) =>
  // The lease ends immediately, as if the process that had it were late.
  rig.follower(node, { database, events, limits: { leaseMs: 0, batch: 2, maxFinal: 2 } });

async function forgetAll(): Promise<void> {
  await rig.service.database.transaction(async (sql) => {
    for (const table of ['chain_transactions', 'followed_blocks', 'followed_chains', 'raised'])
      await sql`delete from ${sql(table)}`;
  });
}

async function expectScan(): Promise<void> {
  const rows = (await rig.rows()).map(scannedForm).toSorted(inOrder);
  expect(rows).toEqual(await scanChain(node, rig.addresses));
}

/** Each row was confirmed once, and is final once if its block is; nothing that was dropped became final. */
async function expectEvents(): Promise<void> {
  const { database } = rig.service;
  const raised = await database.query(
    (sql) => sql<{ event: string; blockHash: string; place: string }[]>`select * from raised`,
  );
  const texts = raised.map(({ event, blockHash, place }) => `${event} ${blockHash} ${place}`);
  expect(new Set(texts).size).toBe(texts.length);
  const [position] = await database.query(
    (sql) => sql<{ finalizedNumber: bigint | null }[]>`select finalized_number from followed_chains`,
  );
  const finalNumber = position?.finalizedNumber ?? -1n;
  const rows = await rig.rows();
  const expected = rows.flatMap(({ blockHash, blockNumber, transactionIndex, address }) => {
    const name = `${blockHash} ${transactionIndex} ${address}`;
    return [`confirmed ${name}`, ...(blockNumber <= finalNumber ? [`finalized ${name}`] : [])];
  });
  expect(texts.filter((text) => text.startsWith('finalized')).toSorted()).toEqual(
    expected.filter((text) => text.startsWith('finalized')).toSorted(),
  );
  expect(texts).toEqual(expect.arrayContaining(expected));
}

/** Some blocks, three that are replaced by four, and some until the first are final. */
async function liveThrough(follow: () => Promise<void>): Promise<void> {
  const [one, two] = rig.addresses;
  await node.block({ to: one, value: 1n }, { from: one, to: two, value: 2n });
  await node.block({ ...transferCall(one, 3n) });
  await follow();
  const drop = await node.checkpoint();
  for (const value of [4n, 5n, 6n]) await node.block({ to: two, value });
  await follow();
  await drop();
  for (const value of [7n, 8n, 9n, 10n]) await node.block({ to: one, value });
  await follow();
  await node.mine(4);
  await follow();
}

/** A process is killed at each call to the database, or at every so many. */
const stride = inFull('three of four calls at which a process is killed') ? 1 : 4;

test('behavior: a process that is killed at any call to the database', { timeout: patience }, async () => {
  let kills = 0;
  for (const [index, how] of crashes.entries()) {
    for (let call = 1 + (index % stride); ; call += stride) {
      await forgetAll();
      const restore = await node.checkpoint();
      const { killed, wasKilled } = killedAt(rig.service.database, call, how);
      let follower = start(killed);
      await liveThrough(async () => {
        try {
          await rig.follow(follower);
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
          follower = start();
          await rig.follow(follower);
        }
      });
      await expectScan();
      await expectEvents();
      await restore();
      if (!wasKilled()) break;
      kills++;
    }
  }
  expect(kills).toBeGreaterThan(60 / stride);
  console.log(`killed ${kills} times`);
});

describe('several processes', () => {
  /** A database of another process. */
  const openAnother = () => openDatabase({ address: rig.service.address, ephemeral: true, timeoutMs: 60_000 });

  test('default: only one follows a chain; the next one continues when it stops', async () => {
    await forgetAll();
    const [first, second] = [rig.follower(node), rig.follower(node)];
    await rig.follow(first);
    expect(await second.round()).toBe('elsewhere');
    await node.block({ to: rig.addresses[0], value: 1n });
    expect(await second.round()).toBe('elsewhere');
    await first.stop();
    await rig.follow(second);
    await expectScan();
  });

  test('behavior: a process that is late writes nothing, whatever it had begun', async () => {
    await forgetAll();
    await node.block({ to: rig.addresses[0], value: 1n });
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const { database } = rig.service;
    let transactions = 0;
    const slow: Database = {
      ...database,
      async transaction(work, options) {
        // The first takes the lease, the second chooses the first block, the third finds accounts, the fourth records.
        if (++transactions === 4) {
          reached.resolve();
          await held.promise;
        }
        return await database.transaction(work, options);
      },
    };
    const late = start(slow);
    const round = watched(() => late.round());
    await reached.promise;
    await rig.follow(start());
    const before = await rig.rows();
    held.resolve();
    expect(await round).toBe('elsewhere');
    expect(await rig.rows()).toEqual(before);
    await expectScan();
    await expectEvents();
  });

  test('behavior: many processes at the same time, while blocks are made and dropped', {
    timeout: patience,
  }, async () => {
    await forgetAll();
    await using stack = new AsyncDisposableStack();
    const errors: unknown[] = [];
    const followers = Array.from({ length: 4 }, (_, index) => {
      const database = openAnother();
      stack.defer(() => database.close());
      const follower = rig.follower(node, {
        database,
        events,
        onError: (_caip2, error) => errors.push(error),
        // The leases of some end immediately, so that others take them over in the middle of their work.
        limits: { pollMs: 5, batch: 2, leaseMs: index % 2 === 0 ? 0 : 50 },
      });
      stack.defer(() => follower.stop());
      follower.start();
      return follower;
    });
    for (let round = 0; round < 8; round++) {
      await node.block({ to: rig.addresses[0], value: 1n });
      const drop = await node.checkpoint();
      await node.block({ to: rig.addresses[1], value: 2n });
      await node.block({ to: rig.addresses[1], value: 3n });
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (round % 2 === 0) await drop();
      await node.block({ to: rig.addresses[0], value: 4n });
      await node.mine(2);
    }
    const newest = BigInt(await node.request('eth_blockNumber'));
    const head = () =>
      rig.service.database.query((sql) => sql<{ headNumber: bigint }[]>`select head_number from followed_chains`);
    await expect.poll(head).toEqual([{ headNumber: newest }]);
    await Promise.all(followers.map((follower) => follower.stop()));
    // What a node says about a block that is dropped at that moment may not fit together; nothing else may fail.
    for (const error of errors) expect(error).toMatchObject({ name: expect.stringMatching(/^(?:Evm|Follower)Error$/) });
    await expectScan();
    await expectEvents();
  });
});

test('behavior: after any blocks, drops and kills the table equals a scan of the chain', {
  timeout: patience,
}, async () => {
  const rounds = repetitions({ usual: 3, full: 12 });
  const below = createRandom(effort.seed);
  for (let round = 0; round < rounds; round++) {
    await forgetAll();
    const restore = await node.checkpoint();
    let follower: ChainFollower = start();
    let drops: (() => Promise<void>)[] = [];
    for (let step = 0; step < 12; step++) {
      const what = below(10);
      if (what < 5) {
        for (let count = 1 + below(3); count > 0; count--) {
          drops = [...drops.slice(-4), await node.checkpoint()];
          const accounts = [node.rich, ...rig.addresses];
          const sendings = Array.from({ length: below(4) }, () => {
            const [from, to] = [accounts[below(3)] as string, accounts[below(3)] as string];
            const value = BigInt(below(3));
            return below(3) === 0 ? { from: node.rich, ...transferCall(to, value) } : { from, to, value };
          });
          await node.block(...sendings);
        }
      } else if (what < 7 && drops.length > 0) {
        const depth = 1 + below(Math.min(4, drops.length));
        await drops.at(-depth)?.();
        drops = drops.slice(0, -depth);
        await node.block({ to: rig.addresses[0], value: 5n });
      } else if (what === 7) {
        const how = crashes[below(3)] as (typeof crashes)[number];
        const { killed } = killedAt(rig.service.database, 1 + below(12), how);
        await rig.follow(start(killed)).catch((error) => {
          if (!(error instanceof Crash)) throw error;
        });
        follower = start();
      } else await rig.follow(follower);
    }
    await node.mine();
    await rig.follow(follower);
    await expectScan();
    await expectEvents();
    await restore();
  }
});
