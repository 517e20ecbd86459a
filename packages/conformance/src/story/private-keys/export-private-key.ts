import { offCurve, saying, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createPrivateKeys'],
  input: (stage, made) => ({
    privateKeyId: made?.output.privateKeys[0].privateKeyId,
    targetPublicKey: stage.newApiKey().publicKey,
  }),
  shows: ({ privateKeyId }) => ({ privateKeyId }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...unknown('privateKeyId'),
    INVALID_PUBLIC_KEY: saying(() => ({ targetPublicKey: offCurve })),
  },
} satisfies Story;
