import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { flag, id } from '../../vocabulary.ts';

export default defineActivity('delete_sub_organization', {
  tag: 'Organizations',
  summary: 'Delete a sub-organization',
  description:
    'Deletes the sub-organization that the request names, with everything in it. A root user of the sub-organization submits the request; its parent cannot. The sub-organization can no longer be used, and its secrets are erased immediately; its accounts are removed in the background.',
  intent: version(
    1,
    z.strictObject({
      deleteWithoutExport: flag(
        'Whether to delete wallets and private keys that were never exported, which are then lost.',
      ).optional(),
    }),
  ),
  result: version(1, z.object({ subOrganizationUuid: id('The sub-organization that was deleted.') })),
  policy: { resource: 'ORGANIZATION', action: 'DELETE' },
  errors: ['WALLET_ACCOUNT_NOT_EXPORTED', 'INVALID_ACTIVITY_CALLER'],
  example: {
    parameters: { deleteWithoutExport: true },
    result: { subOrganizationUuid: example.organizationId },
  },
});
