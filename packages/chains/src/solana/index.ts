export { decodeInstruction } from './decode-instruction.ts';
export { lookedUpKey } from './describe-message.ts';
export { type Idl, parseIdl } from './idl.ts';
export type { ProgramCall } from './program-call.ts';
export { readSolanaTransaction } from './read-solana-transaction.ts';
export type { AddressTableLookup, SolanaInstruction, SolanaTransaction } from './solana-transaction.ts';
