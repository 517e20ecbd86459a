import type { Organization } from './organization.ts';

/** The proof that a user stamped a body. */
interface StampEvidence {
  readonly publicKey: string;
  readonly signature: string;
  readonly scheme: string;
}

/** The user and the credential whose stamp over the received bytes was verified. */
export interface Caller {
  readonly organization: Organization;
  readonly userId: string;
  readonly userName: string;
  readonly isRoot: boolean;
  /** The row of the API key or passkey. */
  readonly credentialId: string;
  readonly stamp: StampEvidence;
  /** Whether it is the sign-up proxy, which may do only what the proxy is for. */
  readonly isProxy?: true;
}
