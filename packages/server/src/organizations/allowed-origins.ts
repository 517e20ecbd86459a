import type { Organization } from '../organization.ts';
import type { Sql } from '../store/database.ts';

/** The only origins that a tenant allows for passkeys, where it has such a list: that of the parent binds all below it. */
export async function allowedOrigins(
  sql: Sql,
  { tenantId }: Organization,
): Promise<{ readonly origins?: readonly string[] }> {
  const [feature] = await sql<{ value: string }[]>`
    select value from features
    where tenant_id = ${tenantId} and organization_id = ${tenantId} and name = 'FEATURE_NAME_WEBAUTHN_ORIGINS'`;
  return feature ? { origins: feature.value.split(',') } : {};
}
