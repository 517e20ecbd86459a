import { describe, expect, test } from 'vitest';
import { contracts, giveTokens, transferCall, transferTopic, word } from '../../../test/evm-contracts.ts';
import { createHistoryRig, startHistoryNode } from '../../../test/history-rig.ts';
import { addOrganization, resultOf } from '../../../test/organizations.ts';
import { inOrder, scanChain, scannedForm } from '../../../test/scan-chain.ts';
import { ethereumAccount, keyMovements, knownAddress, knownMnemonic } from '../../../test/wallets.ts';

/** A chain, its node, and the service that follows it. */
async function arrange(options: Parameters<typeof startHistoryNode>[0] = {}) {
  await using stack = new AsyncDisposableStack();
  const node = stack.use(await startHistoryNode(options));
  const rig = stack.use(await createHistoryRig([node]));
  const [one, two] = rig.addresses;
  await node.fund(one, 10n ** 18n);
  await node.fund(two, 10n ** 18n);
  await giveTokens(node, node.rich, 10n ** 9n);
  await giveTokens(node, one, 10n ** 9n);
  const owned = stack.move();
  const expectScan = async (addresses: readonly string[] = rig.addresses) => {
    const rows = (await rig.rows(node.caip2)).map(scannedForm).toSorted(inOrder);
    expect(rows).toEqual(await scanChain(node, addresses));
    return rows;
  };
  return { node, rig, one, two, expectScan, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const log = (topics: readonly string[], data: string) => `0x${topics.map(word).join('')}${data}`;

describe('what is recorded', () => {
  test('default: native and ERC-20 transfers in both directions', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    await node.block({ to: one, value: 5n }, { ...transferCall(one, 70n) });
    await node.block({ from: one, to: node.rich, value: 3n });
    await node.block({ from: one, ...transferCall(node.rich, 20n) });
    await rig.follow(rig.follower(node));
    const rows = await chain.expectScan();
    expect(rows.map(({ transfers }) => transfers)).toEqual([
      [`IN native 5 ${node.rich}`],
      [`IN ${contracts.token} 70 ${node.rich}`],
      [`OUT native 3 ${node.rich}`],
      [`OUT ${contracts.token} 20 ${node.rich}`],
    ]);
  });

  test('behavior: transactions that moved nothing, failed, or created a contract', async () => {
    await using chain = await arrange();
    const { node, rig, one, two } = chain;
    await node.block({ from: one, to: node.rich }, { to: one }, { from: one, data: '0x600160005360016000f3' });
    await node.block(
      { from: one, to: contracts.refuser, value: 9n },
      { from: two, ...transferCall(one, 1n) },
      { from: one, to: one, value: 4n },
      { from: one, to: two, value: 6n },
    );
    await rig.follow(rig.follower(node));
    const rows = await chain.expectScan();
    expect(rows.map(({ address, transfers }) => [address === one ? 1 : 2, transfers.length])).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
      // The call that was refused, and the token transfer of an account without tokens.
      [1, 0],
      [2, 0],
      // To itself: out and in.
      [1, 2],
      ...[one, two].toSorted().map((address) => [address === one ? 1 : 2, 1]),
    ]);
    expect((await rig.rows()).filter(({ recipient }) => recipient === null)).toHaveLength(1);
  });

  test('behavior: logs that are no transfers of ERC-20 tokens, or of nothing', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    const parties = [transferTopic, node.rich, one];
    const amount = word(1n);
    await node.block(
      { to: contracts.log3, data: log(parties, amount) },
      { to: contracts.log3, data: log(parties, word(0n)) },
      { to: contracts.log3, data: log(parties, '') },
      { to: contracts.log3, data: log(parties, `${amount}${amount}`) },
      { to: contracts.log3, data: log(parties, amount.slice(2)) },
      // Not an address: more than 20 bytes.
      { to: contracts.log3, data: log([transferTopic, node.rich, `1${word(one).slice(1)}`], amount) },
      { to: contracts.log3, data: log([word(1n), node.rich, one], amount) },
      // A token of ERC-721.
      { to: contracts.log4, data: log([...parties, amount], '') },
      { to: contracts.log4, data: log([...parties, amount], amount) },
    );
    await rig.follow(rig.follower(node));
    expect((await rig.rows()).map(({ transactionIndex }) => transactionIndex)).toEqual([0]);
  });

  test('behavior: a transaction with several transfers, and the largest amount', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    const max = 'f'.repeat(64);
    await node.block({ to: contracts.log3, data: log([transferTopic, one, one], max) });
    await rig.follow(rig.follower(node));
    const [row] = await chain.expectScan();
    expect(row?.transfers.map((text) => text.split(' ')[2])).toEqual(Array(2).fill(String(2n ** 256n - 1n)));
    const { transactions } = await rig.list(one);
    expect(transactions[0].transfers[0]).toMatchObject({ direction: 'OUT', amount: String(2n ** 256n - 1n) });
    expect(transactions[0].transfers[0].asset).toBeUndefined();
  });

  test('behavior: an address of several organizations belongs to each of them; accounts of other formats and private keys are left out', async () => {
    await using chain = await arrange();
    const { node, rig } = chain;
    const { service } = rig;
    const keys = keyMovements(service);
    const [other] = await addOrganization(service);
    for (const actor of [service.root, other])
      await keys.importWallet(actor, knownMnemonic, { accounts: [ethereumAccount()] });
    const privateKeys = [
      {
        privateKeyName: 'Key',
        curve: 'CURVE_SECP256K1',
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        privateKeyTags: [],
      },
    ];
    const made = resultOf(await service.submit(service.root, 'create_private_keys', { privateKeys }));
    const { address: keyAddress } = made.privateKeys[0].addresses[0];
    await node.block({ to: knownAddress, value: 1n }, { to: keyAddress, value: 2n });
    await rig.follow(rig.follower(node));
    const rows = await rig.rows();
    expect(rows.map(({ organizationId }) => organizationId)).toEqual(
      [service.root, other].map(({ organizationId }) => organizationId).toSorted(),
    );
    expect(new Set(rows.map(({ address }) => address))).toEqual(new Set([knownAddress]));
    expect(
      (await service.ask(service.root, 'list_eth_transaction_history', { address: keyAddress, caip2: 'eip155:1' }))
        .error,
    ).toBe('PRIVATE_KEY_ADDRESS_UNSUPPORTED');
  });

  test('behavior: with traces, transfers within contracts, but not those that were rolled back', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    await node.block(
      { to: contracts.forwarder, value: 7n, data: `0x${word(one)}` },
      { from: one, to: contracts.forwarder, value: 8n, data: `0x${word(contracts.refuser)}` },
      { to: one, value: 9n },
    );
    const plain = rig.follower(node);
    await rig.follow(plain);
    expect((await rig.rows()).map(({ transferCount }) => transferCount)).toEqual([1, 1]);
    await plain.stop();
    await rig.service.database.transaction(async (sql) => {
      await sql`delete from chain_transactions`;
      await sql`delete from followed_blocks`;
      await sql`delete from followed_chains`;
    });
    await rig.follow(rig.follower(node, { traces: true }));
    const rows = (await rig.rows()).map(scannedForm);
    expect(rows.map(({ transfers }) => transfers)).toEqual([
      [`IN native 7 ${contracts.forwarder}`],
      [`OUT native 8 ${contracts.forwarder}`],
      [`IN native 9 ${node.rich}`],
    ]);
  });

  test('behavior: two chains at the same time are separate', async () => {
    await using first = await startHistoryNode();
    await using second = await startHistoryNode({ chainId: 8453 });
    await using rig = await createHistoryRig([first, second]);
    const [one] = rig.addresses;
    await first.block({ to: one, value: 1n });
    await second.block({ to: one, value: 2n }, { to: one, value: 3n });
    const followers = [rig.follower(first), rig.follower(second)];
    await Promise.all(followers.map((follower) => rig.follow(follower)));
    for (const node of [first, second])
      expect((await rig.rows(node.caip2)).map(scannedForm)).toEqual(await scanChain(node, rig.addresses));
    expect((await rig.list(one)).transactions).toHaveLength(1);
    expect((await rig.list(one, { caip2: 'eip155:8453' })).transactions).toHaveLength(2);
  });
});

describe('where it begins', () => {
  test('default: at the newest block of the first start', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    await node.block({ to: one, value: 1n });
    await node.block({ to: one, value: 2n });
    const first = rig.follower(node, { fromBlock: undefined });
    await rig.follow(first);
    await first.stop();
    await node.block({ to: one, value: 3n });
    await rig.follow(rig.follower(node, { fromBlock: undefined }));
    expect((await rig.rows()).map(({ blockNumber }) => blockNumber)).toEqual([2n, 3n]);
  });

  test('behavior: a block that does not exist yet', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    const follower = rig.follower(node, { fromBlock: 3 });
    await node.block({ to: one, value: 1n });
    await rig.follow(follower);
    for (const value of [2n, 3n, 4n]) await node.block({ to: one, value });
    await rig.follow(follower);
    expect((await rig.rows()).map(({ blockNumber }) => blockNumber)).toEqual([3n, 4n]);
  });

  test('behavior: the first recorded block is dropped', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    const drop = await node.checkpoint();
    await node.block({ to: one, value: 1n });
    const follower = rig.follower(node, { fromBlock: 1 });
    await rig.follow(follower);
    await drop();
    await node.block({ to: one, value: 2n });
    await rig.follow(follower);
    await chain.expectScan();
  });
});

describe('finality', () => {
  const statuses = async (rig: Awaited<ReturnType<typeof createHistoryRig>>, address: string) =>
    (await rig.list(address)).transactions.map(({ status }: { status: string }) => status);

  test('default: by the block that the node calls finalized', async () => {
    await using chain = await arrange({ finality: 2 });
    const { node, rig, one } = chain;
    const follower = rig.follower(node);
    await node.block({ to: one, value: 1n });
    await node.block({ to: one, value: 2n });
    await rig.follow(follower);
    expect(await statuses(rig, one)).toEqual(['CONFIRMED', 'CONFIRMED']);
    await node.mine();
    await rig.follow(follower);
    expect(await statuses(rig, one)).toEqual(['CONFIRMED', 'FINALIZED']);
    // Only what may still be needed is kept.
    const kept = await rig.service.database.query((sql) => sql`select number from followed_blocks order by number`);
    expect(kept).toEqual([{ number: 1n }, { number: 2n }, { number: 3n }]);
  });

  test('behavior: by depth', async () => {
    await using chain = await arrange({ finality: 0 });
    const { node, rig, one } = chain;
    const follower = rig.follower(node, { finalityDepth: 3 });
    await node.block({ to: one, value: 1n });
    await node.mine(2);
    await rig.follow(follower);
    expect(await statuses(rig, one)).toEqual(['CONFIRMED']);
    await node.mine();
    await rig.follow(follower);
    expect(await statuses(rig, one)).toEqual(['FINALIZED']);
  });

  test('behavior: nothing is final if the node does not know the tag, or has no final block yet', async () => {
    await using chain = await arrange({ finality: 0 });
    const { node, rig, one } = chain;
    const follower = rig.follower(node);
    await node.block({ to: one, value: 1n });
    for (const answer of [
      () => {
        throw Object.assign(new Error('unknown tag'), { code: -32_602 });
      },
      () => null,
    ]) {
      node.intercept = (_, params) => (params.includes('finalized') ? answer() : undefined);
      await rig.follow(follower);
      expect(await statuses(rig, one)).toEqual(['CONFIRMED']);
    }
  });

  test('behavior: a final block of another branch makes nothing final', async () => {
    await using chain = await arrange({ finality: 0 });
    const { node, rig, one } = chain;
    await node.block({ to: one, value: 1n });
    const block = await node.request('eth_getBlockByNumber', ['0x1', false]);
    node.intercept = (_, params) =>
      params.includes('finalized') ? { ...block, hash: `0x${'ab'.repeat(32)}` } : undefined;
    await rig.follow(rig.follower(node));
    expect(await statuses(rig, one)).toEqual(['CONFIRMED']);
  });

  test('behavior: many transactions become final in several steps, each of them once', async () => {
    await using chain = await arrange({ finality: 1 });
    const { node, rig, one } = chain;
    const confirmed: bigint[] = [];
    const finalized: bigint[][] = [];
    const follower = rig.follower(node, {
      limits: { maxFinal: 2 },
      events: {
        async confirmed(_, rows) {
          confirmed.push(...rows.map(({ blockNumber }) => blockNumber));
          return () => {};
        },
        async finalized(_, rows) {
          finalized.push(rows.map(({ blockNumber }) => blockNumber));
          return () => {};
        },
      },
    });
    await node.block({ to: one, value: 1n });
    await node.block({ to: one, value: 2n }, { to: one, value: 3n }, { to: one, value: 4n });
    await node.block({ to: one, value: 5n });
    await rig.follow(follower);
    await node.mine();
    await rig.follow(follower);
    expect(confirmed).toEqual([1n, 2n, 2n, 2n, 3n]);
    expect(finalized).toEqual([[1n], [2n, 2n, 2n], [3n]]);
  });
});

describe('blocks that the chain drops', () => {
  test('default: three blocks are replaced', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    const follower = rig.follower(node);
    await node.block({ to: one, value: 1n });
    const drop = await node.checkpoint();
    for (const value of [2n, 3n, 4n]) await node.block({ to: one, value });
    await rig.follow(follower);
    await chain.expectScan();
    await drop();
    await node.block({ to: one, value: 5n });
    await node.block({ from: one, to: node.rich, value: 6n });
    await node.mine(2);
    await rig.follow(follower);
    expect(await chain.expectScan()).toHaveLength(3);
  });

  test('behavior: by as many or fewer blocks', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    const follower = rig.follower(node);
    for (const length of [3, 1]) {
      const drop = await node.checkpoint();
      for (const value of [2n, 3n, 4n]) await node.block({ to: one, value });
      await rig.follow(follower);
      await drop();
      for (let number = 0; number < length; number++) await node.block({ to: one, value: 7n });
      await rig.follow(follower);
      await chain.expectScan();
    }
  });

  test('behavior: while blocks are being read', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    const follower = rig.follower(node, { limits: { batch: 2 } });
    await node.block({ to: one, value: 1n });
    const drop = await node.checkpoint();
    for (const value of [2n, 3n, 4n, 5n, 6n, 7n]) await node.block({ to: one, value });
    let asked = 0;
    node.intercept = async (method) => {
      if (method !== 'eth_getBlockByNumber' || ++asked !== 8) return undefined;
      await drop();
      for (let value = 11n; value < 20n; value++) await node.block({ to: one, value });
      return undefined;
    };
    // What was read belongs to two branches: the first attempts may fail.
    for (let attempt = 0; attempt < 5; attempt++) await rig.follow(follower).catch(() => {});
    expect(await chain.expectScan()).toHaveLength(10);
  });

  test('error: a final block is never dropped', async () => {
    await using chain = await arrange({ finality: 2 });
    const { node, rig, one } = chain;
    const follower = rig.follower(node);
    const drop = await node.checkpoint();
    for (let value = 1n; value <= 5n; value++) await node.block({ to: one, value });
    await rig.follow(follower);
    const before = await rig.rows();
    await drop();
    for (let value = 1n; value <= 7n; value++) await node.block({ to: one, value });
    await expect(rig.follow(follower)).rejects.toMatchObject({ name: 'FollowerError', code: 'FINAL_BLOCK_DROPPED' });
    expect(await rig.rows()).toEqual(before);
  });

  test('error: a chain that was started again', async () => {
    await using chain = await arrange({ finality: 2 });
    const { node, rig } = chain;
    const follower = rig.follower(node);
    const drop = await node.checkpoint();
    await node.mine(6);
    await rig.follow(follower);
    await drop();
    await node.mine();
    await expect(rig.follow(follower)).rejects.toMatchObject({ code: 'BEHIND' });
  });
});

describe('nodes', () => {
  test('behavior: one that is gone for a while', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    const follower = rig.follower(node);
    await node.block({ to: one, value: 1n });
    await node.stop();
    await expect(rig.follow(follower)).rejects.toMatchObject({ code: 'UNREACHABLE' });
    await node.start();
    await rig.follow(follower);
    await node.stop();
    await expect(rig.follow(follower)).rejects.toMatchObject({ code: 'UNREACHABLE' });
    await node.start();
    await node.block({ to: one, value: 2n });
    await rig.follow(follower);
    expect(await chain.expectScan()).toHaveLength(2);
  });

  test('behavior: tells how many blocks are left, unless the node is gone', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    for (let value = 1n; value <= 6n; value++) await node.block({ to: one, value });
    const told: (bigint | undefined)[] = [];
    const onFollowed = (_: string, behind: bigint | undefined) => void told.push(behind);
    const follower = rig.follower(node, { onFollowed, fromBlock: 1, limits: { batch: 2, ofRound: 4, pollMs: 10 } });
    await rig.follow(follower);
    expect(told).toEqual([6n, 2n, 2n, 0n]);
    await node.stop();
    follower.start();
    await expect.poll(() => told.at(-1)).toBeUndefined();
    await node.start();
    await expect.poll(() => told.at(-1)).toBe(0n);
    await follower.stop();
  });

  test('behavior: one that is late changes nothing', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    const follower = rig.follower(node);
    for (let value = 1n; value <= 4n; value++) await node.block({ to: one, value });
    await rig.follow(follower);
    const late = await node.request('eth_getBlockByNumber', ['0x2', false]);
    node.intercept = (_, params) => (params.includes('latest') ? late : undefined);
    await rig.follow(follower);
    expect(await chain.expectScan()).toHaveLength(4);
  });

  test('error: one of another chain', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    await node.block({ to: one, value: 1n });
    node.intercept = (method) => (method === 'eth_chainId' ? '0x2' : undefined);
    await expect(rig.follow(rig.follower(node))).rejects.toMatchObject({ code: 'WRONG_CHAIN' });
    expect(await rig.rows()).toEqual([]);
  });

  test('error: one whose blocks do not follow each other', async () => {
    await using chain = await arrange();
    const { node, rig, one } = chain;
    for (let value = 1n; value <= 4n; value++) await node.block({ to: one, value });
    node.intercept = async (method, params) => {
      if (method !== 'eth_getBlockByNumber' || params[0] !== '0x3') return undefined;
      return { ...(await node.request(method, params)), parentHash: `0x${'cd'.repeat(32)}` };
    };
    await expect(rig.follow(rig.follower(node))).rejects.toMatchObject({ code: 'CONTRADICTION' });
    expect((await rig.rows()).map(({ blockNumber }) => blockNumber)).toEqual([1n, 2n]);
  });
});
