import type { EvmChain } from '../../../core/ports/evm-chain.ts';
import type { GuardedFetch } from '../../../core/ports/guarded-fetch.ts';
import type { EvmChainOptions } from './evm-chain.ts';
import { createEvmChain } from './evm-chain.ts';

/** The ways to the nodes of all chains of the configuration, by the CAIP-2 identifiers of the chains. */
export const createEvmChains = (
  chains: Readonly<Partial<Record<string, EvmChainOptions>>> = {},
  fetch: GuardedFetch,
): ReadonlyMap<string, EvmChain> =>
  new Map(
    Object.entries(chains).flatMap(([caip2, options]) =>
      options ? [[caip2, createEvmChain(caip2, options, fetch)]] : [],
    ),
  );
