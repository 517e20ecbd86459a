import type { FeatureName } from '@mintmark/schema/fields/organization-feature';
import type { z } from 'zod';
import type { Organization } from '../organization.ts';
import type { Sql, TransactionSql } from '../store/database.ts';

export interface Feature {
  readonly name: z.output<typeof FeatureName>;
  readonly value: string | null;
}

/** The features of an organization, as answers have them. */
export async function featuresOf(sql: Sql, { tenantId, id }: Organization) {
  const rows = await sql<Feature[]>`
    select name, value from features where tenant_id = ${tenantId} and organization_id = ${id} order by name`;
  return rows.map(({ name, value }) => ({ name, ...(value !== null && { value }) }));
}

/** Gives an organization a feature, or one that it has another value. */
export async function setFeature(
  sql: TransactionSql,
  { tenantId, id: organizationId }: Organization,
  feature: Feature,
): Promise<void> {
  await sql`
    insert into features ${sql({ tenantId, organizationId, ...feature })}
    on conflict (tenant_id, organization_id, name) do update set value = excluded.value`;
}
