import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveTokens, transferCall } from '../../test/evm-contracts.ts';
import { createHistoryRig, type HistoryNode, startHistoryNode } from '../../test/history-rig.ts';

let node: HistoryNode;
beforeAll(async () => {
  node = await startHistoryNode();
});
afterAll(() => node[Symbol.asyncDispose]());

describe('following', () => {
  test('default: records native and ERC-20 transfers in both directions', async () => {
    await using rig = await createHistoryRig([node]);
    const [one] = rig.addresses;
    await node.fund(one, 10n ** 18n);
    await giveTokens(node, node.rich, 1_000n);
    await node.block({ to: one, value: 5n }, { ...transferCall(one, 70n) });
    await node.block({ from: one, to: node.rich, value: 3n });
    await node.block({ from: one, ...transferCall(node.rich, 20n) });
    await rig.follow(rig.follower(node));
    expect(await rig.rows()).toHaveLength(4);
  });
});
