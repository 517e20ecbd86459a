import { digest, digestForm, payloadRefusals } from '../signing.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createWallet'],
  input: (_, wallet) => ({ signWith: wallet?.output.addresses[0], payloads: [digest, digest], ...digestForm }),
  shows: () => ({ signatures: [{}, {}] }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: payloadRefusals,
} satisfies Story;
