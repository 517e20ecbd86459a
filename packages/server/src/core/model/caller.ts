import type { VerificationClaims } from '@mintmark/stamper/tokens';
import type { OidcIdentity } from './oidc-identity.ts';
import type { Organization } from './organization.ts';

/** The proof that a user stamped a body. */
interface StampEvidence {
  readonly publicKey: string;
  readonly signature: string;
  readonly scheme: string;
}

/** What a verified token proves about the sender of a request: a contact, or an identity at a provider. */
export type Attestation =
  | { readonly claims: VerificationClaims; readonly identity?: never }
  | { readonly identity: OidcIdentity; readonly claims?: never };

/** The user and the credential whose stamp over the received bytes was verified. */
export interface Caller {
  readonly organization: Organization;
  readonly userId: string;
  readonly userName: string;
  readonly isRoot: boolean;
  /** The row of the API key, the passkey or the linked identity; the user itself if a contact was proved. */
  readonly credentialId: string;
  readonly stamp: StampEvidence;
  /** What limits the caller, if the credential is the key of a session with a profile. */
  readonly sessionProfileId?: string;
  /** Present if a token says who the caller is, not a registered key. */
  readonly attestation?: Attestation;
  /** Whether it is the sign-up proxy, which may do only what the proxy is for. */
  readonly isProxy?: true;
  /** Where the anonymous request came from that the proxy carries out. */
  readonly source?: string;
  /** The sub-organization whose key stamped the anonymous request, if the user of the key has verified the contact in question. */
  readonly account?: Pick<Organization, 'id' | 'source'>;
}
