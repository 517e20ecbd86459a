import type { FeatureName } from '@mintmark/schema/fields/organizations/organization-feature';
import type { z } from 'zod';
import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { Authenticated } from '../authority/row-macs.ts';
import type { ChangeContext, ReadContext } from '../contract/implement.ts';

export interface Feature {
  readonly name: z.output<typeof FeatureName>;
  readonly value: string | null;
}

export type FeatureRow = Authenticated<AuthorityRows['features'] & Feature>;

/** The features of an organization, or one of them. */
export async function readFeatures(
  { sql, organization, macs }: ReadContext,
  name?: Feature['name'],
): Promise<FeatureRow[]> {
  const rows = await sql<FeatureRow[]>`
    select * from features
    where tenant_id = ${organization.tenantId} and organization_id = ${organization.id}
      ${name === undefined ? sql`` : sql`and name = ${name}`}
    order by name`;
  const { tenantId, id: organizationId } = organization;
  return macs.genuine('features', rows, { tenantId, organizationId, ...(name !== undefined && { name }) });
}

/** A feature, as answers have it. */
export const featureRecord = ({ name, value }: Feature) => ({ name, ...(value !== null && { value }) });

/** Gives an organization a feature, or one that it has another value. */
export async function setFeature({ sql, organization, writer }: ChangeContext, feature: Feature): Promise<void> {
  const here = { tenantId: organization.tenantId, organizationId: organization.id };
  await sql`
    insert into features ${sql(writer.sealed('features', { ...here, ...feature }))}
    on conflict (tenant_id, organization_id, name) do update set value = excluded.value, mac = excluded.mac`;
}
