import setOrganizationFeature from '@mintmark/schema/operations/organizations/set-organization-feature';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError, fieldError } from '../../core/model/api-error.ts';
import type { Organization } from '../../core/model/organization.ts';
import { featureRecords, operationOfFeature } from '../../funds/swap/feature-records.ts';
import { type Feature, setFeature } from '../../identity/organizations/features.ts';
import { readOrigins } from '../../identity/organizations/read-origins.ts';
import { keepAccess } from '../../identity/users/access.ts';

export default implement(setOrganizationFeature, async (context, { name, value }) => {
  const feature = { name, value: valueFor(context.organization, name, value ?? '') };
  // A list of origins may lock out root users who only have passkeys.
  await keepAccess(context, () => setFeature(context, feature));
  return { features: await featureRecords(context) };
});

/** The value to store. A flag refuses a value, rather than store one that nothing reads. */
function valueFor(organization: Organization, name: Feature['name'], value: string): string | null {
  if (name === 'FEATURE_NAME_WEBHOOK')
    throw new ApiError(
      'UNIMPLEMENTED',
      'this server does not support the feature: register endpoints with create_webhook_endpoint',
    );
  const operation = operationOfFeature[name];
  if (operation) throw fieldError('parameters.name', `is set with ${operation}`);
  if (name !== 'FEATURE_NAME_WEBAUTHN_ORIGINS') {
    if (value !== '') throw fieldError('parameters.value', `${name} takes no value`);
    return null;
  }
  // Only the parent's list applies to sub-organizations: a list of their own would have no effect.
  if (organization.parentId !== null) throw fieldError('parameters.name', 'can only be set on a parent organization');
  const origins = readOrigins(value);
  if (!origins)
    throw fieldError('parameters.value', 'must be origins such as https://app.example.com, separated by commas');
  return origins.join(',');
}
