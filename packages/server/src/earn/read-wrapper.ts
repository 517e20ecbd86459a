import { decodeInteger, encodeCall } from '../chains/ethereum/contract-words.ts';
import type { EvmChain } from '../contract/evm-chain.ts';
import type { WrapperRow } from './wrapper-row.ts';

/** What the chain says about a wrapper. */
export interface WrapperFacts {
  /** In raw units of the asset. */
  readonly totalAssets: bigint;
  readonly claimableClientFee: bigint;
}

/** Reads a wrapper from its chain. Undefined if the answers of the contracts cannot be understood. */
export async function readWrapper(
  chain: EvmChain,
  { address, splitterAddress }: Pick<WrapperRow, 'address' | 'splitterAddress'>,
  signal: AbortSignal,
): Promise<WrapperFacts | undefined> {
  const ask = async (to: string, signature: string) =>
    decodeInteger(await chain.call({ to, data: encodeCall(signature, []) }, 'latest', { signal }));
  const [totalAssets, claimableClientFee] = await Promise.all([
    ask(address, 'totalAssets()'),
    ask(splitterAddress, 'claimableClientFee()'),
  ]);
  if (totalAssets === undefined || claimableClientFee === undefined) return undefined;
  return { totalAssets, claimableClientFee };
}
