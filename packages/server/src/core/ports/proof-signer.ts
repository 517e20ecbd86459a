import type { AppProof, AppProofPayload } from '@mintmark/stamper/proofs';

export type { AppProof };

/** Signs app proofs with the ephemeral key of this process. */
export interface ProofSigner {
  /** The encryption point and the signing point, in hex: boot proofs are found by it. */
  readonly publicKey: string;
  readonly sign: (payload: AppProofPayload) => AppProof;
}
