import type { Abi } from '@mintmark/chains/ethereum';
import type { Idl } from '@mintmark/chains/solana';

/** An interface, as calls are decoded by it. */
export type ContractInterface =
  | { readonly type: 'ETHEREUM'; readonly abi: Abi }
  | { readonly type: 'SOLANA'; readonly idl: Idl };
