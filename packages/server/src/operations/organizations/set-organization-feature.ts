import setOrganizationFeature from '@mintmark/schema/operations/organizations/set-organization-feature';
import { ApiError, fieldError } from '../../contract/api-error.ts';
import { implement } from '../../contract/implement.ts';
import type { Organization } from '../../contract/organization.ts';
import { type Feature, featureRecord, readFeatures, setFeature } from '../../organizations/features.ts';
import { readOrigins } from '../../organizations/read-origins.ts';
import { keepAccess } from '../../users/access.ts';

export default implement(setOrganizationFeature, async (context, { name, value }) => {
  const feature = { name, value: valueFor(context.organization, name, value ?? '') };
  // A list of origins may shut out the passkeys of the root users.
  await keepAccess(context, () => setFeature(context, feature));
  return { features: (await readFeatures(context)).map(featureRecord) };
});

/** The value to keep: a flag has none, and says so rather than to keep one that nothing reads. */
function valueFor(organization: Organization, name: Feature['name'], value: string): string | null {
  if (name === 'FEATURE_NAME_WEBHOOK') throw new ApiError('UNIMPLEMENTED', 'this server does not send webhooks yet');
  if (name !== 'FEATURE_NAME_WEBAUTHN_ORIGINS') {
    if (value !== '') throw fieldError('parameters.value', `${name} takes no value`);
    return null;
  }
  // Sub-organizations obey the list of their parent: one of their own would protect nobody.
  if (organization.parentId !== null) throw fieldError('parameters.name', 'can be set on a parent organization only');
  const origins = readOrigins(value);
  if (!origins)
    throw fieldError('parameters.value', 'must be origins such as https://app.example.com, separated by commas');
  return origins.join(',');
}
