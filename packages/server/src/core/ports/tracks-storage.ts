import type { Organization } from '../model/organization.ts';

/** Knows how much tenants have stored. */
export interface TracksStorage {
  /** The bytes of a top-level organization and its sub-organizations, as they were read last. */
  usedBy(tenantId: string): number;
  /** Notes that an organization may have changed. Its creation need not be committed yet. */
  note(organization: Pick<Organization, 'id' | 'parentId'>): void;
}
