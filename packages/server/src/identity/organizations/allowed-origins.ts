import type { ReadContext } from '../../core/handlers/implement.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { tenantIdOf } from '../../core/model/organization.ts';
import type { FeatureRow } from './features.ts';
import { featuresTable } from './features-table.ts';

/**
 * The origins that a tenant allows for passkeys, if it has a list: the parent's list binds all its sub-organizations. A list
 * that somebody else changed allows no origin: to ignore it would allow all of them.
 */
export async function allowedOrigins({
  sql,
  organization,
  services,
}: ReadContext): Promise<{ readonly origins?: readonly string[] }> {
  const tenant = { id: tenantIdOf(organization) };
  const [feature] = await sql<FeatureRow[]>`
    select * from features
    where ${ofOrganization(sql, tenant)} and name = 'FEATURE_NAME_WEBAUTHN_ORIGINS'`;
  if (!feature) return {};
  const asked = { ...ownerColumns(tenant), name: 'FEATURE_NAME_WEBAUTHN_ORIGINS' } as const;
  const [genuine] = services.macs.genuine(featuresTable, [feature], asked);
  return { origins: genuine?.value?.split(',') ?? [] };
}
