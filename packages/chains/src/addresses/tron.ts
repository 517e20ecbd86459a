import { encodeBase58check } from './base58check.ts';
import { keccakAccount } from './ethereum.ts';

/** Ethereum's account after the byte 41, in base58check (TRON's developer guide, "Account address format"). */
export const encodeTron = (publicKey: Uint8Array): string => encodeBase58check(0x41, keccakAccount(publicKey));
