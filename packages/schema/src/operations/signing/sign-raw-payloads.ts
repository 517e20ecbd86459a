import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { HashFunction, PayloadEncoding, payload, signWith } from '../../fields/signing/raw-payload.ts';
import { PayloadSignature } from '../../fields/signing/signature.ts';

export default defineActivity('sign_raw_payloads', {
  tag: 'Signing',
  summary: 'Sign raw payloads',
  description:
    'Signs several payloads with one wallet account or private key, each as sign_raw_payload does. Either all of them are signed or none.',
  intent: version(
    1,
    z.strictObject({
      signWith: signWith(),
      payloads: z.array(payload()).min(1).max(100).describe('The payloads, all in the same encoding.'),
      encoding: PayloadEncoding,
      hashFunction: HashFunction,
    }),
  ),
  result: version(
    1,
    z.object({
      signatures: z.array(PayloadSignature).describe('The signatures, in the order of the payloads.'),
    }),
  ),
  policy: { resource: 'PRIVATE_KEY', action: 'SIGN' },
  errors: ['INVALID_PAYLOAD', 'RESOURCE_NOT_FOUND'],
  example: {
    parameters: {
      signWith: example.walletAddress,
      payloads: [example.transactionDigest],
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    },
    result: { signatures: [example.transactionSignature] },
  },
});
