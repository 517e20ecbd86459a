import type { Abi } from '../chains/ethereum/abi.ts';
import type { Idl } from '../chains/solana/idl.ts';

/** An interface, as calls are decoded by it. */
export type ContractInterface =
  | { readonly type: 'ETHEREUM'; readonly abi: Abi }
  | { readonly type: 'SOLANA'; readonly idl: Idl };
