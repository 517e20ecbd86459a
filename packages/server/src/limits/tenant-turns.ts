import { type Organization, tenantIdOf } from '../contract/organization.ts';
import { Turns } from './turns.ts';

interface TenantTurnsOptions {
  /** How much work may run at once in all. */
  readonly inAll: number;
  /** How much of that may be the work of one tenant: a top-level organization with its sub-organizations. */
  readonly ofTenant: number;
  /** How much of that may be the work of one organization. */
  readonly ofOrganization: number;
  /** The longest wait within an organization, and once more within its tenant. */
  readonly longestWaitMs: number;
}

/**
 * Limits how much work runs at once, for each organization, for each tenant and in all. Free places go round robin to tenants, and
 * within a tenant to its organizations.
 */
export class TenantTurns {
  readonly #organizations: Turns;
  readonly #tenants: Turns;

  constructor({ inAll, ofTenant, ofOrganization, longestWaitMs }: TenantTurnsOptions) {
    // Work that waits for a place of its tenant keeps that of its organization, which delays nobody else.
    this.#organizations = new Turns({ inAll: Number.POSITIVE_INFINITY, ofOrganization, longestWaitMs });
    // The places of organizations limit how much waits.
    const mostWaiting = Number.POSITIVE_INFINITY;
    this.#tenants = new Turns({ inAll, ofOrganization: ofTenant, longestWaitMs, mostWaiting });
  }

  /** Runs work when it has a turn. */
  run<Result>(
    organization: Pick<Organization, 'id' | 'parentId'>,
    credentialId: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return this.#organizations.run(organization.id, credentialId, () =>
      this.#tenants.run(tenantIdOf(organization), organization.id, work),
    );
  }
}
