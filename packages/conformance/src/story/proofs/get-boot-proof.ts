import { serverApp } from '@mintmark/schema/fields/proofs/server-app';
import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  input: async (stage) => {
    const { bootProof } = await stage.root.call('getLatestBootProof', { appName: serverApp.id });
    return { ephemeralKey: bootProof.ephemeralPublicKeyHex };
  },
  shows: ({ ephemeralKey }) => ({ bootProof: { ephemeralPublicKeyHex: ephemeralKey } }),
  refusals: { BOOT_PROOF_NOT_FOUND: saying(() => ({ ephemeralKey: '04'.repeat(130) })) },
} satisfies Story;
