import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import { FeatureName, OrganizationFeature } from '../../fields/organizations/organization-feature.ts';
import { rootQuorumOnly } from '../../policy.ts';
import { text } from '../../vocabulary.ts';

export default defineActivity('set_organization_feature', {
  tag: 'Organizations',
  summary: 'Set a feature',
  description:
    'Adds a feature to the organization, or changes the value of one. Origins that would lock out passkeys that the root quorum needs are refused. FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN prevents the operator of the service from adding keys to root users of the organization and of its sub-organizations, and can never be removed. Only the root quorum can do this.',
  intent: version(
    1,
    z.strictObject({
      name: FeatureName,
      value: text('Value of the feature; absent or empty for a feature that is only turned on.').optional(),
    }),
  ),
  result: version(
    1,
    z.object({ features: z.array(OrganizationFeature).describe('All features that the organization has now.') }),
  ),
  policy: rootQuorumOnly,
  errors: ['QUORUM_UNREACHABLE'],
  example: {
    parameters: { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value: 'https://app.example.com' },
    result: { features: [{ name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value: 'https://app.example.com' }] },
  },
});
