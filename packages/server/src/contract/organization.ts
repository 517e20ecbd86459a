/** An organization, as far as a request needs to know it. */
export interface Organization {
  /** The organization at the top: its own id, or that of its parent. */
  readonly tenantId: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  /** How many root users must approve what nothing else allows. */
  readonly rootThreshold: number;
}
