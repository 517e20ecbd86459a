import { base58 } from '@scure/base';

/** The public key in base58 (Solana's documentation, "Accounts"). */
export const encodeSolana = (publicKey: Uint8Array): string => base58.encode(publicKey);
