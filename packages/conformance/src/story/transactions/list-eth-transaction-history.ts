import { badCursor, saying } from '../refusals.ts';
import type { Stage } from '../stage.ts';
import type { Story } from '../story.ts';
import { waitUntil } from '../wait-until.ts';

const caip2 = 'eip155:1';

/** Sends two transactions from an account to itself, and waits until both are recorded. */
async function sendTwo({ root }: Stage, address: string): Promise<void> {
  for (const value of ['1', '2'])
    await root.call('ethSendTransactionOrThrow', { from: address, caip2, calls: [{ to: address, value }] });
  await waitUntil('both transactions are recorded', async () => {
    const { transactions } = await root.call('listEthTransactionHistory', { address, caip2 });
    return transactions.length === 2;
  });
}

export default {
  needsChain: true,
  // The node of the stories gives this account ether.
  after: ['importWallet'],
  input: async (stage, imported) => {
    const [address] = imported?.output.addresses ?? [];
    await sendTwo(stage, address);
    return { address, caip2, paginationOptions: { limit: '1' } };
  },
  shows: ({ address }) => ({
    transactions: ['2', '1'].map((amount) => ({
      origin: 'MINTMARK',
      status: 'CONFIRMED',
      from: address,
      to: address,
      transfers: ['OUT', 'IN'].map((direction) => ({ direction, amount, counterparty: address })),
    })),
  }),
  refusals: {
    ...badCursor,
    NOT_CONFIGURED: saying(() => ({ caip2: 'eip155:137' })),
    PRIVATE_KEY_ADDRESS_UNSUPPORTED: async ({ root, newName }, call) => {
      const key = { privateKeyName: newName('Key'), curve: 'CURVE_SECP256K1', privateKeyTags: [] };
      const privateKeys = [{ ...key, addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] }];
      const made = await root.call('createPrivateKeysOrThrow', { privateKeys });
      return { ...call, input: { ...call.input, address: made.privateKeys[0].addresses[0].address } };
    },
  },
} satisfies Story;
