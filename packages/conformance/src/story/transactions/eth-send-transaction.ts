import { withoutQueue } from '../limits.ts';
import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

const to = '0x91120bA67a1Dc898776A800581F44F18C035A45f';
/** The deployer of contracts that is on every EVM chain. It reverts a call without data. */
const reverting = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

export default {
  needsChain: true,
  after: ['createWallet'],
  // The account has no ether. Without a value the node still estimates the gas.
  input: (_, wallet) => ({ from: wallet?.output.addresses[0], caip2: 'eip155:1', calls: [{ to }] }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    RESOURCE_NOT_FOUND: saying(() => ({ from: to })),
    INVALID_TRANSACTION: saying(() => ({ sponsor: true })),
    NOT_CONFIGURED: saying(() => ({ caip2: 'eip155:10' })),
    RPC_CALL_ERROR: saying(() => ({ calls: [{ to: reverting }] })),
  },
  unprovoked: {
    ...withoutQueue,
    ALREADY_EXISTS: 'needs a transaction with the same nonce and fees that is still on its way',
  },
  older: {
    ACTIVITY_TYPE_ETH_SEND_TRANSACTION: ({ calls: [call], ...input }) => ({ ...input, ...call }),
  },
} satisfies Story;
