import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import { FeatureName, OrganizationFeature } from '../../fields/organizations/organization-feature.ts';
import { rootQuorumOnly } from '../../policy.ts';

export default defineActivity('remove_organization_feature', {
  tag: 'Organizations',
  summary: 'Remove a feature',
  description:
    'Removes a feature and its value from the organization. A login method that the root quorum needs cannot be removed, nor can FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN. Only the root quorum can do this.',
  intent: version(1, z.strictObject({ name: FeatureName })),
  result: version(
    1,
    z.object({ features: z.array(OrganizationFeature).describe('All features that the organization still has.') }),
  ),
  policy: rootQuorumOnly,
  errors: ['FEATURE_NOT_FOUND', 'FEATURE_PERMANENT', 'QUORUM_UNREACHABLE'],
  example: {
    parameters: { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS' },
    result: { features: [{ name: 'FEATURE_NAME_OTP_EMAIL_AUTH' }] },
  },
});
