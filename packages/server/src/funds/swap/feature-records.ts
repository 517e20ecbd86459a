import type { OrganizationFeature } from '@mintmark/schema/fields/organizations/organization-feature';
import type { z } from 'zod';
import type { ReadContext } from '../../core/handlers/implement.ts';
import type { Services } from '../../core/ports/services.ts';
import { type Feature, readFeatures } from '../../identity/organizations/features.ts';
import { swapFeatures } from './swap-config.ts';

/** The features that other operations set, and which. */
export const operationOfFeature: { readonly [Name in Feature['name']]?: string } = {
  FEATURE_NAME_SWAP_CONFIG: 'upsert_swap_config',
};

/** All features of an organization, as answers show them. */
export async function featureRecords(
  context: ReadContext & { readonly services: Pick<Services, 'topTier'> },
): Promise<z.output<typeof OrganizationFeature>[]> {
  const [stored, ofSwap] = await Promise.all([readFeatures(context), swapFeatures(context)]);
  return [...stored.filter(({ name }) => !operationOfFeature[name]), ...ofSwap]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, value }) => ({ name, ...(value !== null && { value }) }));
}
