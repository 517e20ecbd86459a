/**
 * Verification of app proofs and boot proofs. Verifying returns a Verdict, whose `ok` must be checked before anything else can be
 * read.
 */
export { StamperError, type Verdict } from '../stamper-error.ts';
export {
  type AddressDerivation,
  type AppProof,
  type AppProofPayload,
  type PolicyOutcome,
  type UserRequestApproval,
  verifyAppProof,
} from './app-proof.ts';
export {
  type BootEnvelope,
  type BootExpectations,
  type BootProof,
  type BootStatement,
  buildBootEnvelope,
  type Manifest,
  type VerifiedBoot,
  verifyBootProof,
} from './boot-proof.ts';
export {
  type DecisionContext,
  decisionContextText,
  digestDecisionContext,
  digestOrganizationData,
  digestPolicies,
  type OrganizationData,
  organizationDataText,
  type PolicyRecord,
} from './decision-digests.ts';
export { type ProofPair, type VerifiedProof, verifyProof } from './verify-proof.ts';
