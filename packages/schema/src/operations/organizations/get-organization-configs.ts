import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { OrganizationConfigs } from '../../fields/organizations/organization-configs.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('get_organization_configs', {
  tag: 'Organizations',
  summary: 'Get the configuration of an organization',
  description:
    'Returns the features and the root quorum of an organization, its storage usage and limit, and the keys that the operator of the service added to its root users. The storage is absent for a while after an upgrade from a version that did not count it.',
  request: z.strictObject({ organizationId: organizationId('The organization.') }),
  response: z.object({ configs: OrganizationConfigs }),
  example: {
    request: { organizationId: example.organizationId },
    response: {
      configs: {
        features: [
          { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' },
          { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value: 'https://app.example.com' },
        ],
        quorum: { threshold: 2, userIds: [example.userId, example.otherUserId] },
        storage: { usedBytes: '1048576', limitBytes: '67108864', leftBytes: '66060288' },
      },
    },
  },
});
