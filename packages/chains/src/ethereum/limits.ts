export const maxUint64 = 2n ** 64n - 1n;
export const maxUint256 = 2n ** 256n - 1n;
/** An account cannot use its last nonce (EIP-2681). */
export const maxNonce = maxUint64 - 1n;
/** With a larger one the v of a legacy signature would not fit into 64 bits (EIP-2294). */
export const maxChainId = maxUint64 / 2n - 36n;
