import { byPrivateKeyId, digest, digestForm, payloadRefusals } from '../signing.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createPrivateKeys'],
  input: (_, made) => ({ signWith: made?.output.privateKeys[0].privateKeyId, payload: digest, ...digestForm }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: payloadRefusals,
  older: { ACTIVITY_TYPE_SIGN_RAW_PAYLOAD: byPrivateKeyId },
} satisfies Story;
