import { offCurve, saying, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createWallet'],
  input: (stage, wallet) => ({
    walletId: wallet?.output.walletId,
    targetPublicKey: stage.newApiKey().publicKey,
    language: 'MNEMONIC_LANGUAGE_ENGLISH',
  }),
  shows: ({ walletId }) => ({ walletId }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...unknown('walletId'),
    INVALID_PUBLIC_KEY: saying(() => ({ targetPublicKey: offCurve })),
    MNEMONIC_LANGUAGE_MISMATCH: saying(() => ({ language: 'MNEMONIC_LANGUAGE_FRENCH' })),
  },
} satisfies Story;
