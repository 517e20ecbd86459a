import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createPrivateKeys'],
  input: (_, made) => ({ privateKeyId: made?.output.privateKeys[0].privateKeyId }),
  shows: ({ privateKeyId }, _, made) => {
    const { privateKeyName, curve } = made?.input.privateKeys[0] ?? {};
    const { addresses } = made?.output.privateKeys[0] ?? {};
    const facts = { privateKeyTags: [], exported: false, imported: false };
    return { privateKey: { privateKeyId, privateKeyName, curve, addresses, ...facts } };
  },
  refusals: unknown('privateKeyId'),
} satisfies Story;
