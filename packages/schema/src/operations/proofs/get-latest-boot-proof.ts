import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { BootProof } from '../../fields/proofs/boot-proof.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_latest_boot_proof', {
  tag: 'Proofs',
  summary: 'Get the latest boot proof of an app',
  description: 'Returns the newest evidence of what an app of the service was when it started.',
  request: z.strictObject({
    organizationId: organizationId('The organization that asks.'),
    appName: id('The app, by its UUID.'),
  }),
  response: z.object({ bootProof: BootProof }),
  errors: ['BOOT_PROOF_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, appName: '8d2b5f71-3c96-4e0a-b7d4-a1f6c9e08253' },
    response: {
      bootProof: {
        ephemeralPublicKeyHex: example.appProof.publicKey,
        cloudAttestationDocB64: '',
        qosManifestB64: 'eyJuYW1lIjoic2lnbmVyIiwidmVyc2lvbiI6IjAuMS4wIn0=',
        qosManifestEnvelopeB64: 'eyJtYW5pZmVzdCI6eyJuYW1lIjoic2lnbmVyIiwidmVyc2lvbiI6IjAuMS4wIn0sImFwcHJvdmFscyI6W119',
        deploymentLabel: 'software-only',
        enclaveApp: 'signer',
        owner: 'mintmark',
        createdAt: example.timestamp,
      },
    },
  },
});
