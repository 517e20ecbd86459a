import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { AppProof } from '../../fields/proofs/app-proof.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('list_app_proofs', {
  tag: 'Proofs',
  summary: 'List the app proofs of an activity',
  description:
    'Returns the proofs of an activity, oldest first: the decision about it, and each address that it derived. The list is empty if no request about the activity asked for proofs, and while the activity is waiting for approvals.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the activity belongs to.'),
    activityId: id('The activity.'),
  }),
  response: z.object({ appProofs: z.array(AppProof).describe('The proofs, oldest first.') }),
  errors: ['ACTIVITY_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, activityId: example.activityId },
    response: { appProofs: [example.appProof] },
  },
});
