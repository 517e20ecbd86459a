/** A claim of fees. */
interface SwapClaim {
  /** Names the claim: the provider recognises a repetition by it. */
  readonly requestId: string;
  /** An Ethereum address. */
  readonly receiver: string;
  /** In the smallest unit of the asset in which the provider pays. */
  readonly amount: bigint;
}

/** Knows the fees of swaps, and pays them out. */
export interface SwapProvider {
  /** How much a receiver can claim now. Rejects with a SwapProviderError or an OutboundError. */
  claimable(receiver: string, options: { readonly signal: AbortSignal }): Promise<bigint>;
  /** Resolves when the provider accepted the claim. Rejects likewise. */
  claim(claim: SwapClaim, options: { readonly signal: AbortSignal }): Promise<void>;
}
