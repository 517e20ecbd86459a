/** The parts of an organization that requests need. */
export interface Organization {
  readonly id: string;
  /** Null for an organization at the top. */
  readonly parentId: string | null;
  readonly name: string;
  /** How many root users must approve an activity that nothing else allows. */
  readonly rootThreshold: number;
  /** Where the anonymous sign-up came from that made it, as a keyed hash; null if there was none. Organizations with the same source share limits. */
  readonly source: string | null;
}

/** The id of the top-level organization: its own, or its parent's. */
export const tenantIdOf = ({ id, parentId }: Pick<Organization, 'id' | 'parentId'>): string => parentId ?? id;
