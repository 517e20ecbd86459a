import { offCurve, saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createWallet'],
  input: (stage, wallet) => ({
    address: wallet?.output.addresses[0],
    targetPublicKey: stage.newApiKey().publicKey,
  }),
  shows: ({ address }) => ({ address }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    INVALID_PUBLIC_KEY: saying(() => ({ targetPublicKey: offCurve })),
    RESOURCE_NOT_FOUND: saying(() => ({ address: `0x${'0'.repeat(40)}` })),
  },
} satisfies Story;
