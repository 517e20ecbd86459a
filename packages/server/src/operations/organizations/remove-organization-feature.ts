import removeOrganizationFeature from '@mintmark/schema/operations/organizations/remove-organization-feature';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { featureRecords, operationOfFeature } from '../../funds/swap/feature-records.ts';
import { operatorRecoveryForbidden, readFeatures } from '../../identity/organizations/features.ts';
import { featuresTable } from '../../identity/organizations/features-table.ts';
import { keepAccess } from '../../identity/users/access.ts';

export default implement(removeOrganizationFeature, async (context, { name }) => {
  const operation = operationOfFeature[name];
  if (operation) throw new ApiError('FEATURE_NOT_FOUND', `this feature is changed with ${operation}`);
  const features = await readFeatures(context, name);
  if (features.length === 0) throw new ApiError('FEATURE_NOT_FOUND');
  if (name === operatorRecoveryForbidden) throw new ApiError('FEATURE_PERMANENT');
  // The feature may be the login method of the root users.
  await keepAccess(context, () => context.writer.remove(featuresTable, features));
  return { features: await featureRecords(context) };
});
