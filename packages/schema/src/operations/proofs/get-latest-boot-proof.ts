import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { BootProof } from '../../fields/proofs/boot-proof.ts';
import { serverApp } from '../../fields/proofs/server-app.ts';
import { label, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_latest_boot_proof', {
  tag: 'Proofs',
  summary: 'Get the latest boot proof of an app',
  description:
    'Returns the newest proof of which build of an app was started. Each process of the service has its own boot proof.',
  request: z.strictObject({
    organizationId: organizationId('The organization that sends the request.'),
    appName: label(`The app, by its UUID or its name. This service has one: ${serverApp.name}.`, serverApp.id),
  }),
  response: z.object({ bootProof: BootProof }),
  errors: ['BOOT_PROOF_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, appName: serverApp.id },
    response: { bootProof: example.bootProof },
  },
});
