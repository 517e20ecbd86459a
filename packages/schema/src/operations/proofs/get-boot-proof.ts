import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { BootProof } from '../../fields/proofs/boot-proof.ts';
import { hexBytes, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_boot_proof', {
  tag: 'Proofs',
  summary: 'Get the boot proof of a key',
  description:
    'Returns the boot proof of the process that has this ephemeral key. It proves which build of the service signed an app proof. Boot proofs of processes that have ended stay available.',
  request: z.strictObject({
    organizationId: organizationId('The organization that sends the request.'),
    ephemeralKey: hexBytes('The ephemeral public key, as in the publicKey of an app proof.'),
  }),
  response: z.object({ bootProof: BootProof }),
  errors: ['BOOT_PROOF_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, ephemeralKey: example.appProof.publicKey },
    response: { bootProof: example.bootProof },
  },
});
