import { serverApp } from '@mintmark/schema/fields/proofs/server-app';
import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  input: () => ({ appName: serverApp.id }),
  shows: () => ({ bootProof: { enclaveApp: serverApp.name } }),
  refusals: { BOOT_PROOF_NOT_FOUND: saying(() => ({ appName: 'another-app' })) },
} satisfies Story;
