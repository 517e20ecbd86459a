/** The curves of API keys. */
export const curves = ['p256', 'secp256k1', 'ed25519'] as const;

export type Curve = (typeof curves)[number];
