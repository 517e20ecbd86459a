import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { featuresTable } from './features-table.ts';

export type FeatureRow = Authenticated<RowOf<typeof featuresTable>>;

export type Feature = Pick<FeatureRow, 'name' | 'value'>;

/** Once set, it stays for good. It forbids the operator to add keys to root users, those of sub-organizations included. */
export const operatorRecoveryForbidden = 'FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN' satisfies Feature['name'];

/** The features of an organization, or one of them. */
export async function readFeatures(
  { sql, organization, services }: RowsContext,
  name?: Feature['name'],
): Promise<FeatureRow[]> {
  const rows = await sql<FeatureRow[]>`
    select * from features
    where ${ofOrganization(sql, organization)}
      ${name === undefined ? sql`` : sql`and name = ${name}`}
    order by name`;
  return services.macs.genuine(featuresTable, rows, {
    ...ownerColumns(organization),
    ...(name !== undefined && { name }),
  });
}

/** Adds a feature to an organization, or changes the value of one that it has. */
export async function setFeature({ sql, organization, writer }: ChangeContext, feature: Feature): Promise<void> {
  await sql`
    insert into features ${sql(writer.sealed(featuresTable, { ...ownerColumns(organization), ...feature }))}
    on conflict (organization_id, name) do update set value = excluded.value, mac = excluded.mac`;
}
