export { ChainError } from './chain-error.ts';
export { InterfaceError } from './interface-error.ts';
export { readInterfaceJson } from './interface-json.ts';
export type {
  Signature,
  SigningRequest,
  SigningScheme,
  TransactionSigner,
  UnsignedTransaction,
} from './unsigned-transaction.ts';
