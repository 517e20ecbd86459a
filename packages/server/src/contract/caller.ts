import type { Organization } from './organization.ts';

/** What proves that a user wants what a body says. */
interface StampEvidence {
  readonly publicKey: string;
  readonly signature: string;
  readonly scheme: string;
}

/** Who asks: a user, by a live credential, over exactly the bytes that came in. */
export interface Caller {
  readonly organization: Organization;
  readonly userId: string;
  readonly userName: string;
  readonly isRoot: boolean;
  /** The row of the API key or passkey. */
  readonly credentialId: string;
  readonly stamp: StampEvidence;
}
