import type { Caller } from './caller.ts';
import { type Organization, tenantIdOf } from './organization.ts';

/**
 * Who work is for. Tenants share what there is. Within a tenant its sources do, within a source its organizations, and within an
 * organization its credentials.
 */
export interface Share {
  readonly tenantId: string;
  /** The network of an anonymous sign-up, or the organization itself. */
  readonly source: string;
  readonly organizationId: string;
  readonly credentialId: string;
}

/** The share that the work of a caller in an organization counts to. An anonymous request counts to where it came from. */
export const shareOf = (
  organization: Pick<Organization, 'id' | 'parentId' | 'source'>,
  { credentialId, source }: Pick<Caller, 'credentialId' | 'source'>,
): Share => ({
  tenantId: tenantIdOf(organization),
  source: source ?? organization.source ?? organization.id,
  organizationId: organization.id,
  credentialId,
});

/** The share of work that organizations of a tenant have in common. It is apart from theirs, so none of them can use it up. */
export const shareOfTenant = (tenantId: string): Share => ({
  tenantId,
  source: `${tenantId} in common`,
  organizationId: tenantId,
  credentialId: tenantId,
});
