/** The parts of an organization that requests need. */
export interface Organization {
  /** The top-level organization: its own id, or its parent's. */
  readonly tenantId: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  /** How many root users must approve an activity that nothing else allows. */
  readonly rootThreshold: number;
}
